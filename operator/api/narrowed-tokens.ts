export interface Narrowed {
  token: string;
  expiresIn: number;
}

interface Known {
  token: string;
  renewAt: number;
}

/** A token is renewed when this part of its life is over. */
const usedUp = 0.8;
/** Of tenants that come and go; one that is forgotten is asked for again. */
const most = 2000;

/**
 * Tokens, each narrowed to an organization, a tenant or both, as the text of its request says. One is asked for when it is
 * needed and by one asker at a time, however many passes wait for it, and serves until shortly before its end.
 */
export class NarrowedTokens {
  readonly #narrow: (narrowing: string) => Promise<Narrowed>;
  readonly #now: () => number;
  readonly #known = new Map<string, Promise<Known>>();

  constructor(narrow: (narrowing: string) => Promise<Narrowed>, now: () => number = Date.now) {
    this.#narrow = narrow;
    this.#now = now;
  }

  /** `refused`: the token that was no good, unless somebody else has replaced it meanwhile. */
  async of(narrowing: string, refused?: string): Promise<string> {
    const present = this.#known.get(narrowing);
    const known = await present;
    if (known && known.token !== refused && this.#now() < known.renewAt) return known.token;
    // While we waited another may have asked already.
    if (this.#known.get(narrowing) === present) this.#known.set(narrowing, this.#ask(narrowing));
    return this.of(narrowing);
  }

  #ask(narrowing: string): Promise<Known> {
    const asked = this.#narrow(narrowing).then(({ token, expiresIn }) => ({
      token,
      renewAt: this.#now() + expiresIn * 1000 * usedUp,
    }));
    asked.catch(() => this.#known.delete(narrowing));
    const [oldest] = this.#known.keys();
    if (this.#known.size >= most && oldest !== undefined) this.#known.delete(oldest);
    return asked;
  }
}
