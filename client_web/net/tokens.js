// Random tokens and nonces: what proves a seat is ours, and what a contestant adds to the deal.

/** The token of a seat: 24 random bytes as base64url, 32 characters. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** A contestant's contribution to the deal: 16 random bytes in hexadecimal. */
export function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}
