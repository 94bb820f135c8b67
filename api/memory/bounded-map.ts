/** A map for what can be found out again: beyond `most` entries the one longest there goes, whoever chooses the keys. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: K, value: V): this {
    super.delete(key);
    super.set(key, value);
    const [oldest] = super.keys();
    if (this.size > this.#most) super.delete(oldest as K);
    return this;
  }
}
