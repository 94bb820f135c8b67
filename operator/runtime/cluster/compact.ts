import type { KubernetesObject } from '../kubernetes-object.ts';

/** Longer parts rarely repeat, so only their members are shared. */
const longestText = 400;
/** The limit of remembered parts. Beyond it, they are learned again. */
const most = 4000;
/** Members of metadata that never repeat. */
const unique: ReadonlySet<string> = new Set(['name', 'uid', 'resourceVersion']);

type Holder = Record<string | number, unknown>;

/** Keeps equal parts of objects (conditions, references, lists of grants) once in memory. Shared parts are frozen. */
export class Compactor {
  readonly #parts = new Map<string, object>();
  readonly #strings = new Map<string, string>();

  get known(): number {
    return this.#parts.size + this.#strings.size;
  }

  /** Works in place, because the parser's objects have no spare room. */
  compact<T extends KubernetesObject>(object: T): T {
    const { metadata, ...rest } = object;
    for (const key of Object.keys(rest)) this.#share(object as unknown as Holder, key);
    for (const key of Object.keys(metadata)) if (!unique.has(key)) this.#share(metadata as unknown as Holder, key);
    return object;
  }

  #share(holder: Holder, key: string | number): void {
    const value = holder[key];
    if (typeof value === 'string')
      holder[key] = value.length > longestText ? value : this.#one(this.#strings, value, value);
    else if (typeof value === 'object' && value !== null) holder[key] = this.#part(value);
  }

  #part(part: object): object {
    const text = JSON.stringify(part);
    const known = this.#parts.get(text);
    if (known) return known;
    for (const key of Object.keys(part)) this.#share(part as Holder, key);
    return text.length > longestText ? part : this.#one(this.#parts, text, Object.freeze(part));
  }

  #one<V>(all: Map<string, V>, text: string, value: V): V {
    const known = all.get(text);
    if (known !== undefined) return known;
    if (all.size >= most) all.clear();
    all.set(text, value);
    return value;
  }
}
