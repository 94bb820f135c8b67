/** Example keys of the standards, which many test suites contain (SP 800-38A and the GCM specification). */
const published = [
  '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
  'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
];

const isText = (key: Buffer) => key.every((byte) => byte >= 0x20 && byte < 0x7f);

/** All bytes are equal, or each is the one before plus the same step. */
const isSeries = (key: Buffer) => {
  const steps = key.subarray(1).map((byte, index) => byte - (key[index] ?? 0));
  return new Set(steps).size === 1;
};

/** Tells whether a key could be guessed: attackers try published keys and keys that people type (S53). */
export const isWeakKey = (key: Buffer): boolean =>
  // Fewer than 20 different bytes among 32 random ones occur less than once in a thousand million keys.
  key.length !== 32 ||
  new Set(key).size < 20 ||
  isText(key) ||
  isSeries(key) ||
  published.includes(key.toString('hex'));
