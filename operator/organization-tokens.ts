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
/** Of organizations that come and go; one that is forgotten is asked for again. */
const most = 2000;

/**
 * Tokens narrowed to one organization each. One is asked for when it is needed and by one asker at a time, however many passes
 * wait for it, and serves until shortly before its end.
 */
export class OrganizationTokens {
  readonly #narrow: (organization: string) => Promise<Narrowed>;
  readonly #now: () => number;
  readonly #known = new Map<string, Promise<Known>>();

  constructor(narrow: (organization: string) => Promise<Narrowed>, now: () => number = Date.now) {
    this.#narrow = narrow;
    this.#now = now;
  }

  /** `refused`: the token that was no good, unless somebody else has replaced it meanwhile. */
  async of(organization: string, refused?: string): Promise<string> {
    const present = this.#known.get(organization);
    const known = await present;
    if (known && known.token !== refused && this.#now() < known.renewAt) return known.token;
    // While we waited another may have asked already.
    if (this.#known.get(organization) === present) this.#known.set(organization, this.#ask(organization));
    return this.of(organization);
  }

  #ask(organization: string): Promise<Known> {
    const asked = this.#narrow(organization).then(({ token, expiresIn }) => ({
      token,
      renewAt: this.#now() + expiresIn * 1000 * usedUp,
    }));
    asked.catch(() => this.#known.delete(organization));
    const [oldest] = this.#known.keys();
    if (this.#known.size >= most && oldest !== undefined) this.#known.delete(oldest);
    return asked;
  }
}
