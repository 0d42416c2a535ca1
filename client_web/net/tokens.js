// Makes random tokens, which prove that a seat is the player's, and nonces, which a contestant
// contributes to the deal.

/** Return a token for a seat: 24 random bytes as base64url, 32 characters. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** Return a contestant's contribution to the deal seed: 16 random bytes as hexadecimal digits. */
export function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}
