import { z } from 'zod';
import { choice, text } from '../field.ts';
import type { Problem } from '../problem.ts';
import { languages } from './languages.ts';
import { letters, letterVariables } from './letters.ts';

const about = 'Variables stand in double braces, such as {{application}}.';

/** A letter in one language, in place of the one that comes with the product. */
export const mailTemplate = z.object({
  letter: choice('Letter', letters, { about: 'The letter that the template is for.', initial: 'code' }),
  language: choice('Language', languages, { about: 'Language of the template.', initial: 'en' }),
  title: text('Subject', { about: `Subject of the mail. ${about}`, max: 200 }),
  content: text('HTML', { about: `Text of the mail as HTML. ${about}`, max: 10_000, control: 'textarea' }),
  text: text('Plain text', {
    about: `Text for readers that show no HTML. Empty to leave it out. ${about}`,
    max: 5_000,
    control: 'textarea',
  }),
});

export type MailTemplate = z.infer<typeof mailTemplate>;

const parts = ['title', 'content', 'text'] as const;

const unknownIn = ({ letter, ...template }: MailTemplate, part: (typeof parts)[number]): string[] => {
  const known: readonly string[] = letterVariables[letter] ?? [];
  return [...template[part].matchAll(/\{\{([^{}]*)\}\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !known.includes(name));
};

/** Each letter has one template in a language, with variables that it has, a subject and a text. */
export const mailTemplateProblems = (templates: readonly MailTemplate[]): Problem[] =>
  templates.flatMap((template, index): Problem[] => {
    const at = (member: string) => `mailTemplates[${index}].${member}`;
    const { letter, language } = template;
    const isAgain = templates.slice(0, index).some((each) => each.letter === letter && each.language === language);
    return [
      ...(isAgain ? [{ path: at('language'), code: 'not-distinct' as const, params: { member: 'language' } }] : []),
      ...parts.flatMap((part) =>
        unknownIn(template, part).map((name) => ({
          path: at(part),
          code: 'unknown-variable' as const,
          params: { name: name.slice(0, 50), allowed: letterVariables[letter].join(', ') },
        })),
      ),
      ...(['title', 'content'] as const).flatMap((part) =>
        template[part] === '' ? [{ path: at(part), code: 'empty' as const }] : [],
      ),
    ];
  });
