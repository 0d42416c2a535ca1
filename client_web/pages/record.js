// The page /r/RACE: the record of a finished race with its results, the replay, the check of the
// secret, and the document to download.

import { html, useEffect, useState } from "../vendor/preact.js";
import { useAnswer, useGames } from "../net/server_queries.js";
import { raceWords, roomOf } from "../messages/crowns.js";
import { AnalysisSection, useAnalysis } from "../components/replay/analysis.js";
import { GhostLink } from "../components/rooms/ghost_link.js";
import { shareText } from "../components/copying.js";
import { Title } from "../components/page_frame.js";
import { unusualOptions } from "../messages/games.js";
import { formatWords } from "../messages/races.js";
import { barShares } from "../state/ranking.js";
import { resultWords } from "../messages/results.js";
import { raceText, recordLink, roundText } from "../messages/shared_texts.js";
import { tiesOfRace } from "../messages/tie_breaks.js";
import { useApp } from "../app.js";
import { savedCommitment } from "../state/saved_rooms.js";
import { _ } from "../messages/texts.js";

/** @typedef {import("../components/events").FieldEvent} FieldEvent */
/** @typedef {import("../state/game_catalogue.js").Games} Games */
/** @typedef {import("../net/protocol").RecordedSeat} SeatRecord */
/** @typedef {import("../net/protocol").RecordedResult} Placed */
/** A record, as described in `docs/records.md`. The oldest records have no terms.
 * @typedef {Omit<import("../net/protocol").RaceRecord, "terms"> & {terms?: import("../net/protocol").RecordedTerms}} Document */

/** @typedef {import("../net/protocol").RecordedTable} TableDocument */

/** @param {{params: string[]}} props */
export default function Record({ params: [typed = ""] }) {
  const race = typed.trim().toUpperCase().length > 20 ? typed.slice(0, 20) : typed.trim();
  const { answer, refusal } = useAnswer({ type: "get_record", race });
  const games = useGames();
  if (refusal) return html`<${None} typed=${typed} why=${refusal.message} />`;
  if (!answer || !games) {
    return html`<${Title} text=${_("Race {typed}", { typed })} /><p class="quiet">${_("Asking the server…")}</p>`;
  }
  const { record } = answer;
  return html`<${RecordContent} record=${record} asked=${race} games=${games} />`;
}

/** Say that there is no such record. `why` is the server's sentence.
 * @param {{typed: string, why: string}} props */
function None({ typed, why }) {
  const room = roomOf(typed) ?? typed;
  return html`<${Title} text=${_("There is no such record")} /><p>${why}</p>
    <p>${_(
      "A race has its record once it is over: its address is the code of the room and the number of the " +
      "race, such as /r/KQ74TX-1.",
    )}</p>
    <div class="buttons"><a class="button first" href=${`/j/${encodeURIComponent(room)}`}>${_("To the room")}</a>
      <a class="button" href="/">${_("Home")}</a></div>`;
}

/** Show a record. `asked` is the name of the race as it was requested.
 * @param {{record: Document | TableDocument, asked: string, games: Games}} props */
function RecordContent({ record, asked, games }) {
  const ghost = "ghost" in record ? record.ghost : undefined;
  const title = games.title(record.game);
  const room = roomOf(record.race);
  return html`
    <${Title} text=${`${title}, ${raceWords(record.race)}`} />
    <p class="quiet">${title}${unusualOptions(games.of(record.game), record.options)}. ${" "}
      ${ghost && `${_("Against the ghost of {name}, unranked.", { name: ghost.name })} `}
      <a href=${`/rules/${record.game}`}>${_("Its rules")}</a>
      ${room && html` · <a href=${`/j/${room}`}>${_("The room")}</a>`}
      ${"table_format" in record || html` · <a href=${`/deals/${asked}`}>${_("Everybody on this deal")}</a>`}
      ${record.session?.name.startsWith("tournament-") && html` · <a
        href=${`/t/${record.session.name.slice("tournament-".length)}`}>${_("The tournament")}</a>`}</p>
    ${"table_format" in record
      ? html`<${RoundResults} round=${record} /><${RoundReplay} round=${record} asked=${asked} games=${games} />`
      : html`<${Results} record=${record} games=${games} />
        <${AnalysedReplay} record=${record} asked=${asked} games=${games} />`}
    <${Share} text=${() => textOf(record, asked, games)} />
    <${Proof} record=${record} />
    <${Download} record=${record} />`;
}

/** Return the result of a record as text to share. `asked` is the name of the race as it was requested.
 * @param {Document | TableDocument} record @param {string} asked @param {Games} games */
function textOf(record, asked, games) {
  const names = new Map(record.seats.map((seat) => [seat.seat, seat.name]));
  const game = games.of(record.game);
  const shared = { game: record.game, options: record.options, name: raceWords(record.race), link: recordLink(asked) };
  const placed = (/** @type {{place: number, seat: number}} */ { place, seat }) => ({ place, name: names.get(seat) ?? "" });
  if ("table_format" in record) {
    return roundText(shared, game, record.results.map((one) => ({ ...placed(one), score: one })), "");
  }
  const how = record.results.length > 1 ? record.terms && formatWords(record.terms) : _("alone");
  return raceText(shared, game, how ?? "", record.results.map((one) => ({ ...placed(one), standing: one })), "");
}

/** Show the button that shares the result. @param {{text: () => string}} props */
function Share({ text }) {
  const [status, tell] = useState("");
  const share = async () => tell(await shareText(text(), _("Crown Patience")));
  return html`<div class="buttons"><button onClick=${share}>${_("Share")}</button></div>
    <p role="status" class="quiet">${status}</p>`;
}

/** Show the table of results. @param {{record: Document, games: Games}} props */
function Results({ record, games }) {
  const names = new Map(record.seats.map((seat) => [seat.seat, seat.name]));
  const game = games.of(record.game);
  const share = barShares(game, record.results);
  return html`<h2>${_("Results")}</h2>
    <div class="scroll" role="region" aria-label=${_("Results")} tabindex="0"><table><caption class="aloud">${_("Results")}</caption>
    <thead><tr><th scope="col" class="number">${_("Place")}</th><th scope="col">${_("Name")}</th>
      <th scope="col" class="wide-only">${_("How far")}</th><th scope="col">${_("Result")}</th>
      <th scope="col" class="number">${_("Moves")}</th></tr></thead>
    <tbody>${record.results.map((one) => html`<tr key=${one.seat}>
      <td class="number">${one.place}</td><td>${names.get(one.seat)}</td>
      <td class="wide-only"><span class="bar" aria-hidden="true"><span
        style=${{ transform: `scaleX(${share(one)})` }} /></span></td>
      <td>${resultWords(game ?? undefined, one)}</td><td class="number">${one.moves}</td></tr>`)}
    </tbody></table></div>
    ${tiesOfRace(record.results.map((one) => ({ place: one.place, standing: one })), {
      game, byMoves: record.terms?.winners === "moves",
    }).map((line) => html`<p key=${line} class="quiet ties">${line}</p>`)}`;
}

/** Show the results of a round at a common table. @param {{round: TableDocument}} props */
function RoundResults({ round }) {
  const names = new Map(round.seats.map((seat) => [seat.seat, seat.name]));
  return html`<h2>${_("Results")}</h2>
    <div class="scroll" role="region" aria-label=${_("Results")} tabindex="0"><table><caption class="aloud">${_("Results")}</caption>
    <thead><tr><th scope="col" class="number">${_("Place")}</th><th scope="col">${_("Name")}</th>
      <th scope="col" class="number">${_("Cards in the middle")}</th><th scope="col" class="number">${_("Kings")}</th>
      <th scope="col" class="number">${_("Left in the demon")}</th><th scope="col" class="number">${_("Points")}</th></tr></thead>
    <tbody>${round.results.map((one) => html`<tr key=${one.seat}>
      <td class="number">${one.place}</td><td>${names.get(one.seat)}${one.out && html` <small>${_("out")}</small>`}${one.resigned && html`
        <small>${_("has left")}</small>`}</td>
      <td class="number">${one.cards}</td><td class="number">${one.kings}</td><td class="number">${one.left}</td>
      <td class="number">${one.points}</td></tr>`)}</tbody></table></div>`;
}

/** Show the replay of a round at a common table, and the choice of two contestants whose curves are
 * compared. @param {{round: TableDocument, asked: string, games: Games}} props */
function RoundReplay({ round, asked, games }) {
  const inOrder = round.results.map((one) => one.seat);
  const [chosen, choose] = useState(() => inOrder.slice(0, 2));
  const [Replay, load] = useState(/** @type {typeof import("../components/replay/table_replay.js").TableReplay | null} */ (null));
  const [failed, fail] = useState(/** @type {Error | null} */ (null));
  useEffect(() => {
    import("../components/replay/table_replay.js").then((module) => load(() => module.TableReplay), fail);
  }, []);
  if (failed) throw failed;
  const game = games.of(round.game);
  if (!inOrder.length || !game) return null;
  const [one = 0, other = null] = chosen;
  const pick = (/** @type {number} */ first, /** @type {number | null} */ second) =>
    choose(second === null || second === first ? [first] : [first, second]);
  return html`<h2>${_("The race again")}</h2>
    ${inOrder.length > 1 && html`<div class="buttons who">
      <${Who} id="one" label=${_("Compare")} record=${round} seats=${inOrder} value=${one}
        pick=${(/** @type {number | null} */ seat) => pick(seat ?? one, other)} />
      <${Who} id="other" label=${_("with")} record=${round} seats=${inOrder.filter((seat) => seat !== one)}
        value=${other} none="nobody" pick=${(/** @type {number | null} */ seat) => pick(one, seat)} />
    </div>`}
    ${Replay
      ? html`<${Replay} race=${asked} calledOff=${round.called_off} sitters=${round.seats} compared=${chosen} game=${game} options=${round.options} />`
      : html`<p class="quiet">${_("Laying out the cards…")}</p>`}`;
}

/** Show the analysis of a race and its replay. @param {{record: Document, asked: string, games: Games}} props */
function AnalysedReplay({ record, asked, games }) {
  const { analysis, waiting } = useAnalysis(asked);
  return html`<${AnalysisSection} record=${record} analysis=${analysis} waiting=${waiting} games=${games} />
    <${ReplaySection} record=${record} asked=${asked} games=${games} analysis=${analysis} />`;
}

/** Show the choice of one or two contestants, and their replay. The module of the replay is loaded
 * separately.
 * @param {{record: Document, asked: string, games: Games,
 *   analysis: import("../net/protocol").AnalysisDocument | null}} props */
function ReplaySection({ record, asked, games, analysis }) {
  const inOrder = record.results.map((one) => one.seat);
  const moved = new Set(record.seats.filter((one) => one.moves.length).map((one) => one.seat));
  const raced = inOrder.filter((seat) => moved.has(seat));
  const seats = raced.length ? raced : inOrder;
  const [chosen, choose] = useState(() => seats.slice(0, 2));
  const [Player, load] = useState(/** @type {typeof import("../components/replay/replay_player.js").ReplayPlayer | null} */ (null));
  const [failed, fail] = useState(/** @type {Error | null} */ (null));
  useEffect(() => {
    import("../components/replay/replay_player.js").then(
      (module) => load(() => module.ReplayPlayer),
      fail,
    );
  }, []);
  if (failed) throw failed;
  if (!seats.length) return null;
  const [one = 0, other = null] = chosen;
  const pick = (/** @type {number} */ first, /** @type {number | null} */ second) =>
    choose(second === null || second === first ? [first] : [first, second]);
  return html`<h2>${_("The race again")}</h2>
    ${seats.length > 1 && html`<div class="buttons who">
      <${Who} id="one" label=${_("Show")} record=${record} seats=${seats} value=${one}
        pick=${(/** @type {number | null} */ seat) => pick(seat ?? one, other)} />
      <${Who} id="other" label=${_("beside")} record=${record} seats=${seats.filter((seat) => seat !== one)}
        value=${other} none="nobody" pick=${(/** @type {number | null} */ seat) => pick(one, seat)} />
    </div>`}
    <div class="buttons">
      <a class="button" href=${`/g/${asked}/${one}`}>${_("Race it yourself")}</a></div>
      <${GhostLink} race=${asked} seat=${one} />
    ${Player
      ? html`<${Player} race=${asked} seats=${chosen} games=${games} analysis=${analysis} />`
      : html`<p class="quiet">${_("Laying out the cards…")}</p>`}`;
}

/** Show the choice of a seat. `none` is the label of the choice of no seat; without it a seat must
 * be chosen.
 * @param {{id: string, label: string, record: Pick<TableDocument, "seats">, seats: number[], value: number | null,
 *   none?: string, pick: (seat: number | null) => void}} props */
function Who({ id, label, record, seats, value, none, pick }) {
  const names = new Map(record.seats.map((seat) => [seat.seat, seat.name]));
  return html`<label for=${`who-${id}`}>${label}</label>
    <select id=${`who-${id}`} value=${value ?? ""} onChange=${(/** @type {FieldEvent} */ event) => {
      const text = event.currentTarget.value;
      pick(text === "" ? null : Number(text));
    }}>${none && html`<option value="">${none}</option>`}
      ${seats.map((seat) => html`<option key=${seat} value=${seat}>${names.get(seat)}</option>`)}</select>`;
}

/** Show the commitment, the secret that was opened, and whether they match.
 * @param {{record: Document}} props */
function Proof({ record }) {
  const app = useApp();
  const { secret, commitment, session } = record;
  const sum = useSha256(secret);
  const whole = useSession(record);
  const kept = savedCommitment(app.storage, record.race);
  const keptOfAll = session && savedCommitment(app.storage, session.name);
  if (secret === null || commitment === null) {
    return html`<h2>${_("The deal")}</h2><p>${_(
      "A deal of practice: nothing was at stake, and nothing was sealed.",
    )}</p>`;
  }
  return html`<h2>${_("The deal was nobody's choice")}</h2>
    <p>${_(
      "Before anybody was ready the server drew a secret and showed its seal, the SHA-256 of it. Every " +
      "contestant then added a random number. The cards were shuffled from the secret and all of these, so " +
      "nobody, the server included, could choose the deal; and when the race was over the secret was opened.",
    )}</p>
    <dl class="seal">
      <dt>${_("Committed to before the start")}</dt><dd><code>${commitment}</code></dd>
      <dt>${_("Opened now")}</dt><dd><code>${secret}</code></dd>
      <dt>${_("SHA-256 of it, worked out by your browser")}</dt>
      <dd>${sum === null ? "…" : html`<code>${sum}</code>`}</dd>
    </dl>
    ${sum !== null && sum !== "" && html`<p role="status" class=${sum === commitment ? "good" : "problem"}>
      ${sum === commitment
        ? _("✓ They are the same: this is the secret that was committed to.")
        : _("✗ They differ: this is not the secret that was committed to.")}</p>`}
    ${sum === "" && html`<p class="quiet">${_("Your browser works out no SHA-256 on a page without https.")}</p>`}
    ${session && whole !== null && html`<p class=${whole.startsWith("✗") ? "problem" : whole.startsWith("✓")
      ? "good" : "quiet"}>${whole}</p>`}
    ${session && keptOfAll && html`<p class=${keptOfAll === session.commitment ? "good" : "problem"}>
      ${keptOfAll === session.commitment
        ? _("✓ The seal of all its deals is the one this browser saved before the start.")
        : _("✗ The seal of all its deals is not the one this browser saved before the start.")}</p>`}
    ${kept && html`<p class=${kept === commitment ? "good" : "problem"}>${kept === commitment
      ? _("✓ The seal is the one this browser saved before the start.")
      : _("✗ The seal is not the one this browser saved before the start.")}</p>`}
    <p class="quiet">${_(
      "That the cards follow from it, that every move was legal and the places right, anybody can check by " +
      "playing the record again, without this server:",
    )}
      ${" "}<code>patience verify ${fileOf(record)}</code></p>`;
}

/** Return the SHA-256 of bytes, both as hexadecimal digits; null while it is computed, empty if the
 * browser cannot compute it.
 * @param {string | null} hex */
function useSha256(hex) {
  const [sum, set] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    set(null);
    if (hex === null) return;
    if (!globalThis.crypto?.subtle) return set("");
    void crypto.subtle.digest("SHA-256", bytesOf(hex)).then((digest) => set(hexOf(digest)));
  }, [hex]);
  return sum;
}

/** Check that the secret of a deal follows from the secret of its session. Return a sentence about
 * it; null while it is computed, or if there is no session.
 * @param {Document} record */
function useSession({ session, secret }) {
  const [finding, tell] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    if (!session || secret === null || !globalThis.crypto?.subtle) return;
    if (session.secret === null) {
      return tell(_("It is one of several deals under one seal, which is opened when the last is over."));
    }
    void follows(session.secret, session.deal, session.commitment, secret).then((so) =>
      tell(so
        ? _("✓ It follows from the secret that all these deals were sealed by.")
        : _("✗ It does not follow from the secret that all these deals were sealed by.")),
    );
  }, [secret, session?.secret]);
  return finding;
}

/** Return whether a session's secret matches its commitment, and the secret of a deal follows from
 * it. `whole` is the session's secret; `deal` is counted from 1.
 * @param {string} whole @param {number} deal @param {string} commitment @param {string} secret */
async function follows(whole, deal, commitment, secret) {
  const { subtle } = crypto;
  if (hexOf(await subtle.digest("SHA-256", bytesOf(whole))) !== commitment) return false;
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await subtle.importKey("raw", bytesOf(whole), hmac, false, ["sign"]);
  const text = new TextEncoder().encode(`crown-patience/sub/${deal}`);
  return hexOf(await subtle.sign("HMAC", key, text)) === secret;
}

/** Return the bytes that hexadecimal digits stand for. @param {string} hex */
function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Return bytes as hexadecimal digits. @param {ArrayBuffer} bytes */
function hexOf(bytes) {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the file name for a record. @param {Document} record */
function fileOf(record) {
  return `${record.race}.json`;
}

/** Show the link that downloads the record. @param {{record: Document}} props */
function Download({ record }) {
  const [address, set] = useState("");
  useEffect(() => {
    const blob = new Blob([JSON.stringify(record, null, 1)], { type: "application/json" });
    const made = URL.createObjectURL(blob);
    set(made);
    return () => URL.revokeObjectURL(made);
  }, [record]);
  return html`<div class="buttons">
    ${address && html`<a class="button" href=${address} download=${fileOf(record)}>${_("Download the record")}</a>`}
  </div>`;
}
