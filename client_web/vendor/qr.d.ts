// The types of qr.js, as far as we use them. Written by hand: the module carries none.

export interface Matrix {
  /** Modules a side, without the quiet zone. */
  readonly size: number;
  /** Whether the module is dark; light outside the matrix. */
  get(x: number, y: number): boolean;
}

export const correction: { L: 0; M: 1; Q: 2; H: 3 };
export function generate(
  text: string,
  options?: { minCorrectionLevel?: 0 | 1 | 2 | 3; minVersion?: number },
): Matrix;
