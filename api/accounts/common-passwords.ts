import { createRequire } from 'node:module';

type Package = typeof import('@zxcvbn-ts/language-common');

const require = createRequire(import.meta.url);
const name = '@zxcvbn-ts/language-common';

let known: ReadonlySet<string> | undefined;

/** The package keeps 49,000, the commonest first. Lists differ in their order, so all of them count. */
function readList(): ReadonlySet<string> {
  const { dictionary } = require(name) as Package;
  return new Set((dictionary['passwords-common'] as string[]).map((each) => each.toLowerCase()));
}

/** One character again and again, which the package leaves to other rules. */
const isRepeated = (password: string) => /^(.)\1*$/su.test(password);

/** Is this among the 10,000 commonest passwords, whatever its capitals? The list is read with the first question. */
export function isCommonPassword(password: string): boolean {
  known ??= readList();
  const folded = password.toLowerCase();
  return known.has(folded) || isRepeated(folded);
}
