// Random tokens and nonces: what proves a seat is ours, and what a contestant adds to the deal.

/** Random bytes as base64url, 32 characters: the token of a seat. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** 16 random bytes in hexadecimal: what a contestant adds to the deal. */
export function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}
