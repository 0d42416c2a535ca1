// What tests do with a table in the page of a real server: put one there, and look at it as eyes do.
// Evaluated in the page; answers an object of functions.

async (root) => {
  const load = (name) => import(`${root}/${name}`);
  const [{ html, render }, { App, AppContext }, { PlayableTable }, layouts, motion] = await Promise.all(
    [
      "vendor/preact.js",
      "app.js",
      "table/playable_table.js",
      "table/layout/game_layouts.js",
      "table/moves/card_origins.js",
    ].map(load),
  );
  const { games } = await (await fetch(`${root}/catalogue.json`)).json();
  for (const name of ["table", "action_bar", "race"]) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: `${root}/styles/${name}.css` });
    await new Promise((resolve) => {
      link.onload = resolve;
      document.head.append(link);
    });
  }
  const app = new App();
  app.setPreferences({ movement: false });
  Object.assign(document.documentElement.dataset, { theme: "baize", playing: "" });
  document.getElementById("page").style.display = "none";
  const main = document.createElement("main");
  document.body.append(main);
  const frame = () => new Promise(requestAnimationFrame);

  const [played, tilted] = [[], []];
  async function show(slug, view, legal, marks = [], more = {}) {
    const game = games.find((one) => one.slug === slug);
    render(
      html`<${AppContext.Provider} value=${app}><${PlayableTable} key=${slug} game=${game} view=${view}
        legal=${legal} marks=${marks} ...${more} play=${(move) => void played.push(move)} tilt=${(mark) => void tilted.push(mark)} takeBack="free" label="Your table" /><//>`,
      main,
    );
    await frame();
    await frame();
  }

  /** Whether the thing seen at a point is in this element, or a sign upon it that hides nothing. */
  const isSeen = (element, x, y) => document.elementFromPoint(x, y)?.closest(".card") === element;

  /** The rank and the suit of a card, as they are on the screen: strokes have a width. */
  const corner = (card) => [...card.querySelectorAll(".paper > .rank, .paper > .rank + .pip")]
    .map((path) => {
      const { left, top, width, height } = path.getBoundingClientRect();
      const scale = path.getScreenCTM();
      const stroke = path.matches(".rank")
        ? parseFloat(getComputedStyle(path).strokeWidth) * Math.hypot(scale.a, scale.b) / 2 : 0;
      return { left: left - stroke, top: top - stroke, width: width + 2 * stroke, height: height + 2 * stroke };
    });

  /** Everything about the table that eyes or thumbs would find fault with. */
  function faults({ least, narrowest }) {
    const found = [];
    const cards = [...document.querySelectorAll(".cloth .card:not(.buried)")];
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > wide) found.push("the page is wider than the screen");
    const under = document.querySelector(".hand")?.offsetHeight ?? 0;
    scrollTo(0, 0);
    for (const card of cards) {
      const { top, bottom } = card.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight - under) card.scrollIntoView({ block: "center", behavior: "instant" });
      const name = card.dataset.key + " " + (card.dataset.card ?? "");
      const box = card.getBoundingClientRect();
      if (box.left < -0.5 || box.right > wide + 0.5) found.push(`${name} lies outside the screen`);
      if (box.width < narrowest) found.push(`${name} is ${box.width} wide`);
      if (card.matches(".turned:not(.cut)")) found.push(...turnedOut(card, name));
      if (card.dataset.card) {
        const [rank, pip] = corner(card);
        if (!rank || !pip) {
          found.push(`${name} has no index`);
          continue;
        }
        const high = card.classList.contains("turned") ? Math.max(rank.height, rank.width) : rank.height;
        if (high < least) found.push(`the index of ${name} is ${high.toFixed(1)} high`);
        for (const part of [rank, pip]) {
          for (const [x, y] of [[0.1, 0.1], [0.9, 0.1], [0.5, 0.5], [0.1, 0.9], [0.9, 0.9]]) {
            const [px, py] = [part.left + part.width * x, part.top + part.height * y];
            if (!isSeen(card, px, py)) {
              found.push(`the index of ${name} is covered by ${document.elementFromPoint(px, py)?.outerHTML.slice(0, 120)}`);
              break;
            }
          }
        }
      } else if (card.dataset.place && !isSeen(card, box.left + box.width / 2, box.top + 6)) {
        found.push(`${name} is covered`);
      }
      if (card.dataset.place && !card.getAttribute("aria-label")) found.push(`${name} has no name`);
    }
    found.push(...overlaps());
    return found;
  }

  /** A card that is turned stays in its place. */
  function turnedOut(card, name) {
    const [place, paper] = [card, card.querySelector(".paper")].map((e) => e.getBoundingClientRect());
    const inside = paper.left > place.left - 1 && paper.right < place.right + 1 &&
      paper.top > place.top - 1 && paper.bottom < place.bottom + 1;
    return inside ? [] : [`${name} is turned out of its place`];
  }

  /** Piles whose cards lie on those of another. */
  function overlaps() {
    const found = [];
    const boxes = [...document.querySelectorAll(".cloth .pile")].flatMap((pile) => {
      if (pile.getAttribute("aria-label") === "the grid") return [];
      const cards = [...pile.children].map((card) => card.getBoundingClientRect());
      return cards.length ? [{
        name: pile.getAttribute("aria-label"),
        left: Math.min(...cards.map((b) => b.left)),
        right: Math.max(...cards.map((b) => b.right)),
        top: Math.min(...cards.map((b) => b.top)),
        bottom: Math.max(...cards.map((b) => b.bottom)),
      }] : [];
    });
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (x > 0.5 && y > 0.5) found.push(`${a.name} and ${b.name} overlap by ${x.toFixed(1)} x ${y.toFixed(1)}`);
    }));
    return found;
  }

  /** All face-up cards of a view that are drawn nowhere: only those under a top card may be. */
  function undrawn(view, fanned) {
    const drawn = new Set([...document.querySelectorAll(".cloth [data-key]")].map((e) => e.dataset.key));
    const squashed = [...document.querySelectorAll(".cloth .squash")].map((e) => e.dataset.key.split("~")[0]);
    return Object.entries(view.piles).flatMap(([name, { down, up }]) => up
      .map((card, i) => `${name}#${down + i}`)
      .filter((key, i) => !drawn.has(key) && (i === up.length - 1 ||
        (fanned.some((prefix) => name.startsWith(prefix)) && !squashed.includes(name)))));
  }

  /** How long each frame takes while positions follow each other, in milliseconds, and whether cards
   * glided when it began. */
  async function frames(slug, positions, every) {
    const took = [];
    let last = 0;
    let glides = false;
    let counts = true;
    const tick = (now) => {
      if (last) took.push([now - last, glides]);
      last = now;
      glides = document.querySelector(".gliding") !== null;
      if (counts) requestAnimationFrame(tick);
    };
    await show(slug, positions[0].view, positions[0].legal);
    requestAnimationFrame(tick);
    for (const { view, legal } of positions.slice(1)) {
      await show(slug, view, legal);
      await new Promise((resolve) => setTimeout(resolve, every));
    }
    counts = false;
    return took;
  }

  /** Where every card is seen. */
  const places = () => [...document.querySelectorAll(".cloth .card")].map((card) => {
    const { x, y } = card.getBoundingClientRect();
    return [card.dataset.key, Math.round(x), Math.round(y)];
  });

  const move = (movement) => app.setPreferences({ movement });
  const prefer = (changed) => app.setPreferences(changed);
  return { show, faults, undrawn, frames, places, move, prefer, played, tilted, layouts, motion };
}
