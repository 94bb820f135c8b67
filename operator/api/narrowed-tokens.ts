export interface Narrowed {
  token: string;
  expiresIn: number;
}

interface Known {
  token: string;
  renewAt: number;
}

/** A token is renewed after this part of its life. */
const usedUp = 0.8;
/** A limit for tenants that come and go. A forgotten token is requested again. */
const most = 2000;

/**
 * Tokens by the request that narrows them to an organization, a tenant or both. Passes that need the same token share one request,
 * and the token serves until shortly before its end.
 */
export class NarrowedTokens {
  readonly #narrow: (narrowing: string) => Promise<Narrowed>;
  readonly #now: () => number;
  readonly #known = new Map<string, Promise<Known>>();

  constructor(narrow: (narrowing: string) => Promise<Narrowed>, now: () => number = Date.now) {
    this.#narrow = narrow;
    this.#now = now;
  }

  /** `refused`: the token that the API refused, unless another one replaced it meanwhile. */
  async of(narrowing: string, refused?: string): Promise<string> {
    const present = this.#known.get(narrowing);
    const known = await present;
    if (known && known.token !== refused && this.#now() < known.renewAt) return known.token;
    // Another caller may have requested it meanwhile.
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
