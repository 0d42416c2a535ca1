// The page /j/CODE: a room by its link. The form to join is small and shown first; lobby, race and
// results are loaded after it.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { useApp } from "../../app.js";
import { Refusal } from "../../net/connection.js";
import { Observable, useObservable } from "../../state/observable.js";
import { Title } from "../../components/page_frame.js";
import { parseCode, displayCode } from "../../state/room_codes.js";
import { _ } from "../../messages/texts.js";

/** @typedef {{name: string, LogIn: typeof import("../../components/accounts/account_forms.js").LogIn}} Claimed a
 *   name that was refused because it belongs to an account, and the form to log in */
/** @typedef {import("../../components/events").FieldEvent} FieldEvent */
/** @typedef {import("../../net/room_client.js").RoomClient} RoomClient */
/** @typedef {typeof import("../../components/rooms/room.js")} Inside the module that shows the room */
/** @typedef {import("../../state/room_state.js").RoomState} RoomState */

const LONGEST_NAME = 24;

/** @param {{params: string[]}} props */
export default function RoomPage({ params: [text = "", invite = ""] }) {
  const app = useApp();
  const code = parseCode(text);
  const [inside, found] = useState(/** @type {Inside | null} */ (null));
  const [client, sit] = useState(/** @type {RoomClient | null} */ (null));
  const [failure, fail] = useState(/** @type {Error | null} */ (null));
  useEffect(() => {
    if (code === null) return undefined;
    const alone = app.storage.names("alone/").find((game) => app.storage.get(`alone/${game}`) === code);
    if (alone !== undefined) {
      return app.go(`/play/${alone.replaceAll("_", "-")}`, { replace: true });
    }
    let made = /** @type {RoomClient | null} */ (null);
    let wanted = true;
    const enter = async () => {
      const modules = [import("../../components/rooms/room.js"), import("../../net/room_client.js"), app.loadStyles("race")];
      const [module, { RoomClient }] = /** @type {[Inside, typeof import("../../net/room_client.js")]} */ (
        await Promise.all(modules)
      );
      if (!wanted) return;
      made = new RoomClient(app, code, invite || null);
      found(() => module);
      sit(made);
      await (made.token === null ? made.watch() : made.resume());
    };
    enter().catch((error) => wanted && fail(error));
    return () => {
      wanted = false;
      made?.close();
    };
  }, [code]);
  if (failure) throw failure; // the page frame shows what to do
  if (code === null) return html`<${BadCode} text=${text} />`;
  return html`<${Entrance} client=${client} inside=${inside} code=${code} />`;
}

/** Is used in place of an observable of the room client until the client is loaded. */
const NOTHING = new Observable(null);

/** Show the room to a member or spectator, the form to join to others, or why the player cannot
 * come in.
 * @param {{client: RoomClient | null, inside: Inside | null, code: string}} props */
function Entrance({ client, inside, code }) {
  const app = useApp();
  const state = useObservable(/** @type {Observable<RoomState | null>} */ (client?.state ?? NOTHING));
  const shut = useObservable(/** @type {Observable<Refusal | null>} */ (client?.refusal ?? NOTHING));
  const [stays, stay] = useState(false);
  const [kept] = useState(() => app.storage.get(`seat/${code}`) !== null);
  const unknown = shut?.code === "unknown_seat" && state === null;
  useEffect(() => {
    // The seat was given up, or the server has deleted it. Forget its token and let the player join
    // again.
    if (!unknown || client === null) return;
    app.storage.remove(`seat/${code}`);
    void client.watch();
  }, [unknown]);
  if (shut && !unknown) return html`<${EntryRefused} shut=${shut} code=${code} />`;
  if (client && inside && state && (state.room.seat !== null || stays)) {
    return html`<${inside.Room} client=${client} />`;
  }
  if (kept && state === null && !unknown) return html`<h1 class="quiet">${displayCode(code)}</h1>`;
  return html`<${Join} code=${code} client=${client} state=${state} watch=${() => stay(true)} />`;
}

/** Show the form for the player's name. It can be filled in before anything else is loaded; it is
 * sent when the rest is loaded. `watch` shows the room without a seat.
 * @param {{code: string, client: RoomClient | null, state: RoomState | null, watch: () => void}} props */
function Join({ code, client, state, watch }) {
  const app = useApp();
  const me = useObservable(app.me);
  const [name, type] = useState(() => String(app.storage.get("name") ?? ""));
  const [problem, tell] = useState("");
  const [sent, send] = useState(false);
  const [claimed, offer] = useState(/** @type {Claimed | null} */ (null));
  useEffect(() => {
    if (sent && client) void go(client);
  }, [sent, client]);
  useEffect(() => tell(""), [me]);

  /** Take a seat, or show why that is refused. @param {RoomClient} client */
  const go = async (client) => {
    const plain = name.trim();
    try {
      await client.join(me ? me.name : plain);
      if (!me) app.storage.set("name", plain);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tell(error.message);
      send(false);
      if (error.code !== "name_claimed") return offer(null);
      const { LogIn } = await import("../../components/accounts/account_forms.js");
      offer({ name: plain, LogIn });
    }
  };
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const plain = name.trim().replace(/\s+/g, " ");
    const wrong = me ? "" : nameProblem(plain);
    tell(wrong);
    if (!wrong) send(true);
  };
  // What is loaded later is below the form: the buttons stay where a finger is about to touch them.
  return html`<div class="join"><${Title} text=${_("Join the race")} short=${_("Join {code}", {
    code: displayCode(code),
  })} />
    <p class="code">${displayCode(code)}</p>
    <form onSubmit=${submit} noValidate aria-busy=${sent}>
      ${me ? html`<p>${_("You are")} <strong>${me.name}</strong>.</p>` : html`<div class="field">
        <label for="name">${_("Your name")}</label>
        <input id="name" name="name" value=${name} maxlength=${LONGEST_NAME} autocomplete="nickname" enterkeyhint="go"
          aria-invalid=${problem ? "true" : undefined} aria-describedby="name-problem"
          onInput=${(/** @type {FieldEvent} */ e) => type(e.target.value)} /></div>`}
      <p class="problem" id="name-problem" role="alert">${problem}</p>
      <div class="buttons"><button class="first" disabled=${sent}>${sent ? _("One moment…") : _("Join")}</button>
        ${state && html`<button type="button" onClick=${watch}>${_("Only watch")}</button>`}</div>
    </form>
    <${RoomInfo} state=${state} />
    ${!me && claimed && html`<${claimed.LogIn} key=${claimed.name} name=${claimed.name} />`}
    ${!app.storage.isLasting && html`<p class="quiet">${_(
      "This browser keeps nothing for this page: if you close it, your seat is lost. Allow it to store data " +
      "for this site to keep it.",
    )}</p>`}</div>`;
}

/** Return why a name is not allowed, as a sentence; "" if it is. A copy of `nameProblem` in
 * `components/form.js`, which this page does not load.
 * @param {string} name */
function nameProblem(name) {
  if (!name) return _("Say who you are.");
  const long = [...name].length > LONGEST_NAME;
  return long || /\p{C}/u.test(name) ? _("A name has 1 to 24 printable characters.") : "";
}

/** Return all games of a catalogue. A copy of `racedGames` in `state/game_catalogue.js`, which this page
 * does not load.
 * @param {import("../../state/catalogue").Catalogue} catalogue
 * @returns {import("../../state/catalogue").Game[]} */
function allGames({ games, tables }) {
  return [...games, ...tables];
}

/** Show who invites, the game, the terms and the members of the room, once the room is loaded. The
 * description of the game is added when the catalogue is loaded.
 * @param {{state: RoomState | null}} props */
function RoomInfo({ state }) {
  const app = useApp();
  const [words, found] = useState(/** @type {typeof import("../../messages/races.js") | null} */ (null));
  const [games, list] = useState(/** @type {import("../../state/catalogue").Game[]} */ ([]));
  useEffect(() => {
    import("../../messages/races.js").then((module) => found(() => module), () => undefined);
    app.loadJson("catalogue.json").then(
      (content) => list(allGames(/** @type {import("../../state/catalogue").Catalogue} */ (content))),
      () => undefined,
    );
  }, []);
  if (!state || !words) return null;
  const { race, settings } = state.room;
  const host = state.members.find((m) => m.seat === state.room.host);
  const game = games.find(({ slug }) => slug === race.game);
  const here = state.members.filter((m) => !m.left);
  const now = race.status === "running" || race.status === "countdown";
  const full = here.length >= settings.size;
  const first = here.slice(0, 6).map((m) => m.name).join(", ");
  const names = here.length > 6 ? _("{names} and {n} more", { names: first, n: here.length - 6 }) : first;
  return html`<p class="what">${host && html`${_("{name} invites you to a race", { name: host.name })}:<br />`}
      ${words.gameWords(game, race)}, ${words.termsWords(race, game)}.
      ${names && html`<br />${_("Here: {names}.", { names })}`}
      ${now && html`<br /><strong>${settings.late && race.terms.call_ms === null
        ? _("A race is running: come in and join it late, or watch.")
        : _("A race is running: come in and watch it; you are in the next one.")}</strong>`}</p>
    ${settings.locked && html`<p class="problem">${_(
      "The host has locked this room; nobody new comes in. You may watch.",
    )}</p>`}
    ${full && !settings.locked && html`<p class="problem">${_("All {n} seats are taken. You may watch.", {
      n: settings.size,
    })}</p>`}`;
}

/** @type {Record<string, [string, string]>} */
const WHY = {
  unknown_room: [
    _("No such room"),
    _(
      "A room is gone some time after its last race, or a letter of the code was lost. Ask your host for the " +
      "link again.",
    ),
  ],
  not_invited: [
    _("By invitation"),
    _("Ask the host for the whole link: the word of the invitation is its last part."),
  ],
  kicked: [
    _("The host has sent you away"),
    _("Your seat there is gone. Another room is quickly opened."),
  ],
  unknown_seat: [_("You have left this room"), _("Your seat was given up.")],
};

/** Show why the player is not in the room, and what to do.
 * @param {{shut: Refusal, code: string}} props */
function EntryRefused({ shut, code }) {
  const [title, help] = WHY[shut.code] ?? [_("Not this time"), ""];
  return html`<div class="shut"><${Title} text=${title} />
    <p class="code">${displayCode(code)}</p>
    <p>${shut.message} ${help}</p>
    <p class="buttons"><a class="button first" href="/">${_("Home")}</a>
      <a class="button" href="/rooms">${_("Open rooms")}</a><a class="button" href="/host">${_("Host a race")}</a></p></div>`;
}

/** Show that the address has no valid code. @param {{text: string}} props */
export function BadCode({ text }) {
  return html`<div class="shut"><${Title} text=${_("That is no code")} />
    <p>${_("A code has six letters and digits, such as KQ7-4TX; this link has")}
      ${" "}<code>${text.slice(0, 40)}</code>${_(". Was it cut short? Ask your host for it again.")}</p>
    <p class="buttons"><a class="button first" href="/rooms">${_("Type a code")}</a><a class="button" href="/">${_("Home")}</a></p></div>`;
}
