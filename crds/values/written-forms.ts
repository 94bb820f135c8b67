/** How people write what they tell of themselves. The api judges by it, and the pages that ask for it do too. */

/** One `@`, no white space, nothing that nobody sees, a host: what every mail server takes. Quoted local parts nobody has. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@"(),:;<>[\]\\\p{Cc}\p{DI}]{1,64}@(?:[a-z0-9-]+\.)*[a-z0-9-]+$/iu.test(text);

/** A host that is written in other letters than those of addresses, with the dots of any keyboard. */
const foreignHost = /^([^@]*@)(?=.*\P{ASCII})([\p{L}\p{M}\p{N}.。．-]+)$/u;

/** An address with its host as mail servers know it, however people write it: `@xn--mnchen-3ya.de` for `@münchen.de`. */
export function plainEmail(text: string): string {
  const [, name = '', host = ''] = text.match(foreignHost) ?? [];
  const url = host && URL.parse(`http://${host}`);
  return url ? name + url.hostname : text;
}

const chinaPhone = /^1(3\d|4[5-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])\d{8}$/;

/** Numbers of mainland China are known by their pattern; of other countries by their length. */
export const isPhone = (text: string, prefix: string): boolean =>
  prefix === '86' ? chinaPhone.test(text) : /^\d{4,15}$/.test(text);

/** A number as it is stored: without its country's prefix, and without what only helps to read it. */
export function plainPhone(text: string, prefix: string): string {
  const plain = text.normalize('NFKC').replaceAll(/[\s()./-]/g, '');
  const abroad = prefix && [`+${prefix}`, `00${prefix}`].find((start) => plain.startsWith(start));
  return abroad ? plain.slice(abroad.length) : plain;
}

/** Letters, digits and underscores, a digit not first. */
export const isUsername = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);

/** A number of mainland China's identity cards. */
export const isIdCard = (text: string): boolean =>
  /^[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx]$/.test(text);

/** A Chinese name of two or three characters, or several of them with dots between. */
export const isRealName = (text: string): boolean => /^[\u4E00-\u9FA5]{2,3}(?:·[\u4E00-\u9FA5]{2,3})*$/.test(text);
