"""The organiser of an evening, who uses nothing but pages of the browser."""

import re

from playwright.async_api import Page

PASSWORD = "correct horse"
LONGEST = "60"
"""The longest break, in minutes: the organiser goes on when everybody is there."""


class Organiser:
    """Olga at a desk. `code` is that of her tournament once she has made the draft."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.code = ""

    async def claims_a_name(self) -> None:
        page = self.page
        await page.goto("/me")
        await page.get_by_label("Your name").fill("Olga")
        await page.get_by_label("New password").fill(PASSWORD)
        await page.get_by_label("Repeat").fill(PASSWORD)
        await page.get_by_role("button", name="Claim this name").click()
        await page.get_by_text("You are Olga.").first.wait_for()

    async def drafts(self, title: str, games: list[str]) -> None:
        """Draft a tournament of these rounds for guests and bots, with long breaks."""
        page = self.page
        await page.goto("/tournaments/new")
        await page.get_by_label("What it is called").fill(title)
        for number, slug in enumerate(games, 1):
            if number > 1:
                await page.get_by_role("button", name="One more round").click()
            choice = page.get_by_label(f"Game of round {number}", exact=True)
            await choice.select_option(slug)
        await page.locator("summary", has_text="Scoring and breaks").click()
        for label in ("Minutes to sit down before a round", "Minutes for the table after a round"):
            await page.get_by_label(label).fill(LONGEST)
        await page.locator("summary", has_text="Who may enter").click()
        for label in ("Guests, by name alone", "Bots"):
            await page.get_by_label(label).check()
        await page.get_by_role("button", name="Make the draft").click()
        await page.wait_for_url("**/t/*")
        self.code = page.url.rpartition("/")[2]

    async def opens(self, people: int) -> None:
        """Let people in, and open the hall for so many."""
        page = self.page
        await page.get_by_role("button", name="Open: let people in").click()
        await page.get_by_text("It starts when the organiser starts it.").wait_for()
        await page.locator("summary", has_text="Many in one hall").click()
        await page.get_by_label("For how many people").fill(str(people))
        await page.get_by_role("button", name="Open the hall").click()
        await page.get_by_text("The hall is open.").wait_for()

    async def starts(self, there: int) -> None:
        """Start with so many who have checked in."""
        page = self.page
        await page.get_by_role("button", name="Start", exact=True).click()
        await page.get_by_text(f"Start with the {there} who are there?").wait_for()
        await page.get_by_role("button", name="Start", exact=True).click()

    async def goes_on(self, number: int, words: str) -> None:
        """End a break of this round, once the page says these words about it: until then the button
        is that of the break before."""
        told = re.compile(rf"Round {number} of .*: {words}")
        await self.page.locator(".now", has_text=told).wait_for()
        await self.page.get_by_role("button", name="Go on at once").click()

    async def table(self) -> list[tuple[str, str, str]]:
        """The final table as the page shows it: place, name and total, from the first place on."""
        page = self.page
        await page.get_by_text("Opened now:").wait_for()
        rows: list[tuple[str, str, str]] = await page.evaluate(TABLE)
        return [(place, name, total) for place, name, total in rows]


TABLE = """() => [...document.querySelectorAll("table.standing tbody tr")].map((row) =>
  [0, 1, 2].map((n) => row.children[n].textContent.replace(/ [(].*[)]$/, "")))"""
"""The first three columns of the table. After a name it says who is a guest and who a bot."""
