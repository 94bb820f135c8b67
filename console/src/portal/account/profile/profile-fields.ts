import { tagIn } from '@doorwright/crds/values/tag.ts';
import { languageNames, languages } from '@doorwright/locales/languages.ts';
import type { ComponentProps } from 'react';
import type { Field } from '../../frame/Field.tsx';
import { regionsIn } from '../../signup/regions.ts';
import type { Word } from '../../words.ts';
import type { OwnAccount } from '../own-account.ts';

export interface Choice {
  value: string;
  text: string;
}

interface ProfileField {
  /** The field of the user. */
  name: string;
  label: Word;
  input?: Pick<ComponentProps<typeof Field>, 'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'dir'>;
  /** A text of several lines. A list has one entry on each. */
  lines?: number;
  choices?: (account: OwnAccount) => Choice[];
}

const zones = () => Intl.supportedValuesOf('timeZone').map((value) => ({ value, text: value.replaceAll('_', ' ') }));

const tagsOf = ({ organization }: OwnAccount) =>
  organization.tags.map((tag) => {
    const { value, label } = tagIn(tag, document.documentElement.lang);
    return { value, text: label };
  });

const regions = () => regionsIn(document.documentElement.lang).map(({ code, text }) => ({ value: code, text }));

const text = (name: string, label: Word, input: ProfileField['input'] = {}): ProfileField => ({ name, label, input });

/** The fields of each account item that people know. Other items are for administrators. */
export const profileFields: Readonly<Record<string, readonly ProfileField[]>> = {
  ID: [text('id', 'accountId')],
  Name: [text('name', 'accountName', { autoComplete: 'username', maxLength: 100 })],
  'Display name': [
    text('displayName', 'displayName', { autoComplete: 'name', maxLength: 100 }),
    text('firstName', 'firstName', { autoComplete: 'given-name', maxLength: 100 }),
    text('lastName', 'lastName', { autoComplete: 'family-name', maxLength: 100 }),
  ],
  'Real name': [text('realName', 'realName', { autoComplete: 'name', maxLength: 100 })],
  'Country/Region': [{ name: 'region', label: 'region', choices: regions }],
  Location: [text('location', 'accountLocation', { autoComplete: 'address-level2', maxLength: 100 })],
  Address: [{ name: 'address', label: 'address', lines: 3, input: { autoComplete: 'street-address' } }],
  Affiliation: [text('affiliation', 'affiliation', { autoComplete: 'organization', maxLength: 100 })],
  Title: [text('title', 'accountJobTitle', { autoComplete: 'organization-title', maxLength: 100 })],
  Homepage: [text('homepage', 'accountHomepage', { type: 'url', autoComplete: 'url', maxLength: 100, dir: 'ltr' })],
  Bio: [{ name: 'bio', label: 'accountBio', lines: 4, input: { maxLength: 1000 } }],
  Tag: [{ name: 'tag', label: 'accountTag', choices: tagsOf }],
  Language: [
    {
      name: 'language',
      label: 'language',
      choices: () => languages.map((value) => ({ value, text: languageNames[value] })),
    },
  ],
  'Time zone': [{ name: 'timeZone', label: 'accountTimeZone', choices: zones }],
  Birthday: [text('birthday', 'accountBirthday', { type: 'date', autoComplete: 'bday' })],
};

export type { ProfileField };

/** The value of a field as the form shows it. */
export function textOf({ user }: OwnAccount, name: string): string {
  const value = user[name];
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}

/** The value of a typed text as the api takes it. */
export const valueMeant = ({ user }: OwnAccount, name: string, typed: string): string | string[] =>
  Array.isArray(user[name])
    ? typed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    : typed.trim();
