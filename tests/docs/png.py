"""PNG images of at most 256 colours: a third of the bytes, without a visible difference."""

import base64
import struct
import zlib
from typing import Any

from playwright.async_api import Browser

MAGIC = b"\x89PNG\r\n\x1a\n"

PALETTE = """async (source) => {
  const bitmap = await createImageBitmap(await (await fetch(source)).blob());
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  const pixels = new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer);
  const often = new Map();
  for (const pixel of pixels) often.set(pixel, (often.get(pixel) ?? 0) + 1);
  const parts = (c) => [c & 255, (c >> 8) & 255, (c >> 16) & 255];
  const boxes = new Map();
  for (const [colour, count] of often) {
    const box = parts(colour).map((part) => part >> SHIFT).join();
    const known = boxes.get(box) ?? { count: 0, most: 0, colour };
    if (count > known.most) Object.assign(known, { most: count, colour });
    known.count += count;
    boxes.set(box, known);
  }
  const palette = [...boxes.values()].sort((a, b) => b.count - a.count).slice(0, 256)
    .map(({ colour }) => parts(colour));
  const nearest = new Map();
  for (const colour of often.keys()) {
    const [r, g, b] = parts(colour);
    const far = palette.map(([x, y, z]) => 2 * (x - r) ** 2 + 4 * (y - g) ** 2 + (z - b) ** 2);
    nearest.set(colour, far.indexOf(Math.min(...far)));
  }
  const indices = Uint8Array.from(pixels, (pixel) => nearest.get(pixel));
  let text = "";
  for (let i = 0; i < indices.length; i += 32768) {
    text += String.fromCharCode(...indices.subarray(i, i + 32768));
  }
  return { width, height, palette: palette.flat(), indices: btoa(text) };
}""".replace("SHIFT", "3")
"""The colours seen most, one of each eighth of a shade; any other becomes the nearest of them."""


async def fewer_colours(browser: Browser, png: bytes) -> bytes:
    """The same picture with a palette. The browser unpacks it."""
    page = await browser.new_page()
    source = "data:image/png;base64," + base64.b64encode(png).decode()
    found: dict[str, Any] = await page.evaluate(PALETTE, source)
    await page.close()
    width, height = found["width"], found["height"]
    indices = base64.b64decode(found["indices"])
    rows = b"".join(b"\0" + indices[y * width : (y + 1) * width] for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return (
        MAGIC
        + _chunk(b"IHDR", head)
        + _chunk(b"PLTE", bytes(found["palette"]))
        + _chunk(b"IDAT", zlib.compress(rows, 9))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def size_of(png: bytes) -> tuple[int, int]:
    """Its width and height."""
    if png[:8] != MAGIC or png[12:16] != b"IHDR":
        raise ValueError("this is no PNG picture")
    width, height = struct.unpack(">II", png[16:24])
    return width, height
