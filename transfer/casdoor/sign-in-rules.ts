import { rulesOf, type SignupItem, signupItemNames } from '@doorwright/crds/options/signup-items.ts';
import { type Losses, quoted } from '../reading/losses.ts';
import type { Original } from './original.ts';
import type { Survey } from './survey.ts';
import type { Fields } from './take-fields.ts';

type Entry = Readonly<Record<string, unknown>>;

const entriesOf = (original: Original, name: string) =>
  original.list(name).filter((each): each is Entry => typeof each === 'object' && each !== null);

const namesOf = (entries: readonly Entry[]) => entries.map(({ name }) => String(name ?? ''));

const distinct = <T extends { name: unknown }>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [item.name, item])).values(),
];

/** An item that the form does not show cannot be required, and one that it shows is not asked again. */
function signupItemOf({ name, visible, required, prompted, rule }: Entry): SignupItem | undefined {
  const known = signupItemNames.find((each) => each === name);
  if (!known) return;
  const rules = rulesOf(known);
  const isShown = visible !== false;
  return {
    name: known,
    visible: isShown,
    required: required === true && (isShown || known === 'ID'),
    prompted: prompted === true && !isShown && known !== 'ID',
    rule: rules.find((each) => each === rule) ?? rules[0],
  };
}

export function signupItemsOf(original: Original, losses: Losses): Fields {
  const entries = entriesOf(original, 'signupItems');
  const unknown = namesOf(entries.filter((each) => !signupItemOf(each)));
  if (unknown.length > 0) losses.add(`sign-up items ${quoted(unknown)}`, 'The form here has no such fields.');
  const items = distinct(entries.flatMap((each) => signupItemOf(each) ?? []));
  return items.length > 0 ? { signupItems: items } : {};
}

const flags = ['canSignUp', 'canSignIn', 'canUnlink', 'prompted'] as const;
const alertTypes = ['None', 'Once', 'Always'];

export function providerItemsOf(original: Original, survey: Survey, losses: Losses): Fields {
  const entries = entriesOf(original, 'providers');
  const isTaken = ({ name }: Entry) => survey.isTaken('provider', 'admin', String(name));
  const unknown = namesOf(entries.filter((each) => !isTaken(each)));
  if (unknown.length > 0) losses.add(`providers ${quoted(unknown)}`, 'They were not taken.');
  const items = entries.filter(isTaken).map((entry) => ({
    name: String(entry.name),
    ...Object.fromEntries(flags.map((flag) => [flag, entry[flag] === true])),
    ...(alertTypes.includes(String(entry.alertType)) && { alertType: entry.alertType }),
  }));
  return items.length > 0 ? { providers: distinct(items) } : {};
}

const methods: Readonly<Record<string, string>> = {
  Password: 'enablePassword',
  'Verification code': 'enableCodeSignin',
  WebAuthn: 'enableWebAuthn',
};

/** Newer versions list the methods. In those of 2022, each has a switch. */
export function signinMethodsOf(original: Original, losses: Losses): Fields {
  const names = namesOf(entriesOf(original, 'signinMethods'));
  // A directory is asked with each password here.
  const unknown = names.filter((name) => !methods[name] && name !== 'LDAP');
  if (unknown.length > 0) losses.add(`sign-in methods ${quoted(unknown)}`, 'They do not exist here.');
  if (names.length === 0) return {};
  return Object.fromEntries(Object.entries(methods).map(([name, field]) => [field, names.includes(name)]));
}
