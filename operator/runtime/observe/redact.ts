/** The text that replaces a secret. */
export const redacted = '(redacted)';

/** Shorter values would hide ordinary words, and protect nothing. */
const shortestSecret = 6;
const prefixLength = 4;
/** Limit for one owner: at least 25 values, each in up to eight spellings. */
const mostSpellings = 200;

/** Secrets that their shape reveals. The kept groups say what they were. */
const shapes: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, redacted],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, redacted],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${redacted}`],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*):[^\s/@]+@/gi, `$1:${redacted}@`],
  [
    /((?:password|passwd|secret|private_?key|api_?key|access_?token|refresh_?token|client_?secret)\\?["']?\s*[:=]\s*\\?["']?)(?!\(redacted\))[^\s"'\\,;&}]{3,}/gi,
    `$1${redacted}`,
  ],
];

/**
 * The gate for all text that leaves the process: logs, events, status messages, drift. It knows each secret that was read or made,
 * in all its spellings, and the usual shapes of secrets.
 */
export class Redactor {
  readonly #byOwner = new Map<string, string[]>();
  /** Counts of owners by spelling, and of spellings by beginning and by length. */
  readonly #spellings = new Map<string, number>();
  readonly #prefixes = new Map<string, number>();
  readonly #lengths = new Map<number, number>();

  /** Adds to the owner's former values, because a rotated value stays valid for a while. */
  remember(owner: string, values: readonly string[]): void {
    const known = this.#byOwner.get(owner) ?? [];
    for (const spelling of values.filter(({ length }) => length >= shortestSecret).flatMap(spellingsOf)) {
      if (known.includes(spelling)) continue;
      known.push(spelling);
      this.#count(spelling, 1);
    }
    for (const old of known.splice(0, known.length - mostSpellings)) this.#count(old, -1);
    if (known.length > 0) this.#byOwner.set(owner, known);
  }

  forget(owner: string): void {
    for (const spelling of this.#byOwner.get(owner) ?? []) this.#count(spelling, -1);
    this.#byOwner.delete(owner);
  }

  redact(text: string): string {
    let clean = this.#withoutKnown(text);
    for (const [shape, replacement] of shapes) clean = clean.replace(shape, replacement);
    return clean;
  }

  /** Redacts the values in lists and records such as drift. Their keys stay, because the next pass reads them. */
  redactWithin(facts: Record<string, unknown>): Record<string, unknown> {
    const clean = (value: unknown): unknown => {
      if (typeof value === 'string') return this.redact(value);
      if (Array.isArray(value)) return value.map(clean);
      return value && typeof value === 'object' ? mapped(value, clean) : value;
    };
    return mapped(facts, (value) => (typeof value === 'object' ? clean(value) : value));
  }

  #withoutKnown(text: string): string {
    let clean = '';
    let kept = 0;
    for (let at = 0; at + prefixLength <= text.length; at++) {
      const length = this.#longestAt(text, at);
      if (length === 0) continue;
      clean += text.slice(kept, at) + redacted;
      kept = at + length;
      at = kept - 1;
    }
    return clean + text.slice(kept);
  }

  #longestAt(text: string, at: number): number {
    if (!this.#prefixes.has(text.slice(at, at + prefixLength))) return 0;
    let longest = 0;
    for (const length of this.#lengths.keys())
      if (length > longest && this.#spellings.has(text.slice(at, at + length))) longest = length;
    return longest;
  }

  #count(spelling: string, by: 1 | -1): void {
    add(this.#spellings, spelling, by);
    add(this.#prefixes, spelling.slice(0, prefixLength), by);
    add(this.#lengths, spelling.length, by);
  }
}

const mapped = (record: object, change: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

function add<K>(counts: Map<K, number>, key: K, by: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + by;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
}

/** Plain, base64 in both alphabets, URL, JSON, and JSON within JSON. */
function spellingsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const json = JSON.stringify(value).slice(1, -1);
  return [
    value,
    // Without padding, which reveals nothing.
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(value.toWellFormed()),
    new URLSearchParams({ v: value }).toString().slice(2),
    json,
    JSON.stringify(json).slice(1, -1),
  ];
}
