// The friends who are on line: on the home page, where a tap opens a race and challenges one of them,
// and in the lobby of a race.

import { html, useState } from "../vendor/preact.js";
import { useApp } from "../app.js";
import { Problem, useAction } from "./action_button.js";
import { loadCatalogue, useCatalogue, useSubscription } from "../net/server_queries.js";
import { FIRST_GAME, gameOf, racedGames } from "../state/game_catalogue.js";
import { activity, sent } from "../messages/presence.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../net/protocol").OnlineFriend} OnlineFriend */

/** The game of the last challenge, in the storage of this browser. */
const LAST_GAME = "challenge";

/** Return the friends who are on line; undefined until they are known, or if the server is too old to
 * tell. Only for players who are logged in.
 * @returns {OnlineFriend[] | undefined} */
function useOnlineFriends() {
  const { state } = useSubscription(
    { type: "follow_friends" },
    (/** @type {OnlineFriend[] | undefined} */ known, said) => (said.type === "friends_online" ? said.friends : known),
    { type: "unfollow_friends" },
  );
  return state;
}

/** Show the friends who are on line on the home page, with buttons to challenge or watch them. `name`
 * is that of the player's account.
 * @param {{name: string}} props */
export function FriendsOnline({ name }) {
  const app = useApp();
  const catalogue = useCatalogue();
  const friends = useOnlineFriends();
  const action = useAction();
  const [slug, pick] = useState(() => String(app.storage.get(LAST_GAME) ?? FIRST_GAME));
  if (!friends?.length) return null;
  const challenge = (/** @type {string} */ friend) =>
    action.act(async () => {
      const { openUsualRace } = await import("../net/quick_races.js"); // not needed to show this page
      const game = gameOf(await loadCatalogue(app), slug);
      if (!game) return;
      app.storage.set(LAST_GAME, slug);
      const code = await openUsualRace(app, game, name);
      await app.connection.ask({ type: "challenge", name: friend });
      app.announce(sent(friend));
      app.go(`/j/${code}`);
    });
  return html`<section class="panel" aria-labelledby="friends-online"><h2 id="friends-online">${_("Friends on line")}</h2>
    <ul class="people online">${friends.map((friend) => html`<li key=${friend.name}>
      <span><strong>${friend.name}</strong>${friend.bot && ` ${_("(bot)")}`} <small>${activity(friend)}</small></span>
      <span class="buttons">
        ${friend.watch !== null && html`<a class="button" href=${`/w/${friend.watch}`}
          aria-label=${_("Watch {name}", { name: friend.name })}>${_("Watch")}</a>`}
        <button type="button" disabled=${action.busy} onClick=${() => challenge(friend.name)}
          aria-label=${_("Challenge {name}", { name: friend.name })}>${_("Challenge")}</button></span></li>`)}</ul>
    <div class="field"><label for="challenge-game">${_("The game of the race")}</label>
      <select id="challenge-game" value=${slug}
        onChange=${(/** @type {import("./events").FieldEvent} */ e) => pick(e.target.value)}>
        ${racedGames(catalogue).map((game) => html`<option key=${game.slug} value=${game.slug}>${game.title}</option>`)}
      </select></div>
    <${Problem} action=${action} /></section>`;
}

/** Show in a lobby the friends who are on line and not in the room, with a button to challenge each.
 * `here` are the names of those in the room.
 * @param {{here: string[]}} props */
export function ChallengeFriends({ here }) {
  const app = useApp();
  const action = useAction();
  const [asked, note] = useState(/** @type {string[]} */ ([]));
  const friends = (useOnlineFriends() ?? []).filter((friend) => !here.includes(friend.name));
  if (!friends.length) return null;
  const challenge = async (/** @type {string} */ name) => {
    const done = await action.act(() => app.connection.ask({ type: "challenge", name }));
    if (!done) return;
    note((names) => [...names, name]);
    app.announce(sent(name));
  };
  return html`<section class="panel" aria-labelledby="friends-online"><h2 id="friends-online">${_("Friends on line")}</h2>
    <ul class="people online">${friends.map(({ name, racing, bot, watch }) => html`<li key=${name}>
      <span><strong>${name}</strong> <small>${activity({ name, racing, bot, watch })}</small></span>
      ${asked.includes(name)
        ? html`<span class="quiet" role="status">${_("challenged")}</span>`
        : html`<button type="button" disabled=${action.busy} onClick=${() => challenge(name)}
            aria-label=${_("Challenge {name}", { name })}>${_("Challenge")}</button>`}</li>`)}</ul>
    <${Problem} action=${action} /></section>`;
}
