/** Formats of personal data. The api and the pages check them with the same rules. */

/** One `@`, a host, no white space and no invisible characters: every mail server accepts this. Quoted local parts are not supported. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@"(),:;<>[\]\\\p{Cc}\p{DI}]{1,64}@(?:[a-z0-9-]+\.)*[a-z0-9-]+$/iu.test(text);

/** A host with non-ASCII letters or full-width dots. */
const foreignHost = /^([^@]*@)(?=.*\P{ASCII})([\p{L}\p{M}\p{N}.。．-]+)$/u;

/** The address with its host in the ASCII form of mail servers: `@xn--mnchen-3ya.de` for `@münchen.de`. */
export function plainEmail(text: string): string {
  const [, name = '', host = ''] = text.match(foreignHost) ?? [];
  const url = host && URL.parse(`http://${host}`);
  return url ? name + url.hostname : text;
}

/** The numbers and names of an organization with this prefix are those of mainland China. */
export const isOfChina = (prefix: string): boolean => prefix === '86';

const chinaPhone = /^1(3\d|4[5-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])\d{8}$/;

/** Numbers of mainland China have a pattern; numbers of other countries have a length only. */
export const isPhone = (text: string, prefix: string): boolean =>
  isOfChina(prefix) ? chinaPhone.test(text) : /^\d{4,15}$/.test(text);

/** The phones that an organization takes. */
export interface PhoneRules {
  phonePrefix: string;
  allowForeignPhones: boolean;
}

/** A number of the organization's country, or one of another country with its `+`, where those are allowed. */
export const isPhoneIn = (text: string, { phonePrefix, allowForeignPhones }: PhoneRules): boolean =>
  isPhone(text, phonePrefix) || (allowForeignPhones && isForeignPhone(text));

/** A number of another country, in its stored form. */
export const isForeignPhone = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text);

/** A number in its stored form, without separators, and without the country prefix if it is the given one. */
export function plainPhone(text: string, prefix: string): string {
  const plain = text.normalize('NFKC').replaceAll(/[\s()./-]/g, '');
  const abroad = prefix && [`+${prefix}`, `00${prefix}`].find((start) => plain.startsWith(start));
  return abroad ? plain.slice(abroad.length) : plain;
}

/** Letters, digits and underscores; the first character is no digit. */
export const isUsername = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);

/** The number of an identity card of mainland China. */
export const isIdCard = (text: string): boolean =>
  /^[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx]$/.test(text);

/** A Chinese name of two or three characters, or several such names separated by dots. */
const chineseName = /^[\u4E00-\u9FA5]{2,3}(?:·[\u4E00-\u9FA5]{2,3})*$/;

/** Letters of any script, with the marks that names have. Some scripts join letters by invisible characters. */
const anyName = /^[\p{L}\p{M}](?:[\p{L}\p{M} .,'’·・-]|\u200c|\u200d)*$/u;

/** Names of mainland China have a pattern; names of other countries have letters. */
export const isRealName = (text: string, prefix: string): boolean =>
  (isOfChina(prefix) ? chineseName : anyName).test(text);
