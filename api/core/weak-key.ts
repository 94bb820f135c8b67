/** Keys of the standards' own examples, which stand in every test suite (SP 800-38A and the GCM specification). */
const published = [
  '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
  'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
];

const isText = (key: Buffer) => key.every((byte) => byte >= 0x20 && byte < 0x7f);

/** All bytes alike, or counted up or down. */
const isSeries = (key: Buffer) => {
  const steps = key.subarray(1).map((byte, index) => byte - (key[index] ?? 0));
  return new Set(steps).size === 1;
};

/** Whoever guesses keys begins with what is printed somewhere and with what a person would type (S53). */
export const isWeakKey = (key: Buffer): boolean =>
  // Of 32 random bytes fewer than 20 are different ones in less than one of a thousand million cases.
  key.length !== 32 ||
  new Set(key).size < 20 ||
  isText(key) ||
  isSeries(key) ||
  published.includes(key.toString('hex'));
