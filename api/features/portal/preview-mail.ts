import { organization } from '@doorwright/crds/kinds/organization.ts';
import { provider } from '@doorwright/crds/kinds/provider.ts';
import { languages } from '@doorwright/crds/options/languages.ts';
import { letters } from '@doorwright/crds/options/letters.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { type Caller, nameOf, organizationOf } from '../../core/callers.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import { writtenLetter } from '../../providers/email/letter.ts';
import { codeMinutes } from '../../signin/codes/issue.ts';

const { title, content, mailTemplates } = provider.schema.shape;

const previewForm = z.object({
  letter: z.enum(letters).default('code').describe('The letter.'),
  language: z.enum(languages).default('en').describe('Language of its reader.'),
  title,
  content,
  mailTemplates,
  name: z.string().max(100).default('').describe('Name of the sender, whose looks the letter has.'),
  logo: organization.schema.shape.logo,
  primaryColor: organization.schema.shape.primaryColor,
});

/** Values that nobody can sign in with. */
const samples = (caller: Caller, origin: string): Record<string, string> => ({
  code: '123456',
  link: `${origin}/…`,
  minutes: String(codeMinutes),
  application: organizationOf(caller) ?? '',
  organization: organizationOf(caller) ?? '',
  user: nameOf(caller),
  address: 'user@example.com',
});

const text = { type: 'string' } as const;

/** Shows a letter of a provider while somebody edits it. Nothing is stored or sent. */
export const previewMailRoute = ({ DOORWRIGHT_ORIGIN }: { DOORWRIGHT_ORIGIN: string }): Route => ({
  method: 'POST',
  path: '/api/preview-mail',
  summary: 'Writes a letter with the texts of an Email provider and with sample values, and sends nothing.',
  tag: 'Service',
  permission: 'administrator',
  body: emit(previewForm),
  answer: { data: { type: 'object', properties: { title: text, content: text, text } } },
  handle: async ({ context, body }) => {
    const { letter, language, name, logo, primaryColor, ...texts } = parsed(previewForm, body);
    const sample = samples(context.caller, DOORWRIGHT_ORIGIN);
    const values = name ? { ...sample, application: name, organization: name } : sample;
    const sender = { name: name || String(sample.organization), looks: { logo, primaryColor } };
    return { data: await writtenLetter(texts, { letter, languages: [language], values, sender }) };
  },
});
