import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { type Letter, letterVariables } from '@doorwright/crds/options/letters.ts';
import type { MailTemplate } from '@doorwright/crds/options/mail-templates.ts';
import { filled, type Language, sourceLanguage } from '@doorwright/locales';
import { loadCatalogue } from '@doorwright/locales/catalogue.ts';
import escapeHtml from 'escape-html';
import { safeHtml } from '../../core/page-html/safe-html.ts';
import { inBrand } from './in-brand.ts';
import type { Mail } from './mail-service.ts';

type Written = Required<Pick<Mail, 'title' | 'content' | 'text'>>;

/** The value of each variable. */
export type LetterValues = Readonly<Record<string, string>>;

export interface LetterRequest {
  letter: Letter;
  /** The languages that the reader may know, the best first. English comes last in any case. */
  languages: readonly Language[];
  values: LetterValues;
  /** A template brings looks of its own. */
  sender?: Parameters<typeof inBrand>[1] | undefined;
}

/** A value within one line: a name could otherwise add lines to a subject (S51). */
const inLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();

const mapped = (values: LetterValues, write: (text: string) => string): LetterValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(inLine(value))]));

/** Values are text, whatever tags they contain (S49). */
const writtenBy = ({ title, content, text }: Written, values: LetterValues): Written => ({
  title: filled(title, mapped(values, inLine)),
  content: safeHtml(filled(content, mapped(values, escapeHtml))),
  text: filled(text, mapped(values, inLine)),
});

/** Paragraphs of a text, and its addresses as links. */
const asHtml = (text: string): string =>
  escapeHtml(text)
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('\n')
    .replaceAll('{{link}}', '<a href="{{link}}">{{link}}</a>');

/** The letter that comes with the product. */
async function own(letter: Letter, language: Language): Promise<Written> {
  const words = await loadCatalogue(language, 'letters');
  const text = `${words[`${letter}Text`]}\n\n${words.ignore}`;
  return { title: String(words[`${letter}Title`]), content: asHtml(text), text };
}

/** The one text of a provider, in which %s is the code, as in Casdoor 2022. */
const asCasdoor = ({ content }: Pick<Provider, 'content'>, { code = '' }: LetterValues) => ({
  content: safeHtml(content.replaceAll('%s', () => escapeHtml(code))),
  text: '',
});

type Texts = Pick<Provider, 'title' | 'content' | 'mailTemplates'>;

/** The template in the best language that has one. */
function templateOf({ mailTemplates }: Texts, { letter, languages }: LetterRequest): MailTemplate | undefined {
  const of = mailTemplates.filter((template) => template.letter === letter);
  return [...languages, sourceLanguage]
    .map((language) => of.find((template) => template.language === language))
    .find((template) => template !== undefined);
}

/**
 * The letter in the words of its provider: its template in the best language, or its text with %s. Otherwise it is the one that comes with
 * the product. Variables of the template that the letter does not know are empty.
 */
export async function writtenLetter(provider: Texts, request: LetterRequest): Promise<Written> {
  const { letter, languages, values, sender } = request;
  const known = Object.fromEntries(letterVariables[letter].map((name) => [name, values[name] ?? '']));
  const template = templateOf(provider, request);
  if (template) return writtenBy(template, known);
  const words = writtenBy(await own(letter, languages[0] ?? sourceLanguage), known);
  const written = {
    ...words,
    ...(letter === 'code' && provider.title && { title: provider.title }),
    ...(letter === 'code' && provider.content && asCasdoor(provider, known)),
  };
  return sender ? { ...written, content: safeHtml(inBrand(written.content, sender)) } : written;
}
