/** What stands wherever a secret stood. */
export const redacted = '(redacted)';

/** Shorter values would blot out ordinary words; a secret that short protects nothing. */
const shortestSecret = 6;
const prefixLength = 4;
/** Of one owner: the last twenty-five values at least, each in its up to eight spellings. */
const mostSpellings = 200;

/** Found by their shape, whoever they belong to. The kept groups tell the reader what was there. */
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
 * The one gate for text that leaves the process: logs, events, status messages, drift values. It knows every secret that was
 * read or made, in each of the spellings in which it travels, and the shapes that secrets have anyway.
 */
export class Redactor {
  readonly #byOwner = new Map<string, string[]>();
  /** How many owners use each spelling, and how many spellings begin so or have this length. */
  readonly #spellings = new Map<string, number>();
  readonly #prefixes = new Map<string, number>();
  readonly #lengths = new Map<number, number>();

  /** Beside what this owner (a Secret's key, a client) had before: a rotated value is still valid for a while. */
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

  /**
   * What is quoted in lists and records, such as drift. The members themselves are our own or a person's words, by which the next
   * pass knows what has been done: those stay.
   */
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

/** As itself, in base64 with both alphabets, in a URL, in JSON, and in JSON within JSON. */
function spellingsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const json = JSON.stringify(value).slice(1, -1);
  return [
    value,
    // Without padding: where it stands with it, what is left tells nothing.
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(value.toWellFormed()),
    new URLSearchParams({ v: value }).toString().slice(2),
    json,
    JSON.stringify(json).slice(1, -1),
  ];
}
