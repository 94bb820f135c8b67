import type { Language } from '@doorwright/locales';
import { textsIn } from '@doorwright/locales/translator.ts';
import escapeHtml from 'escape-html';
import type { Mail } from '../../../../providers/email/mail-service.ts';
import { momentOf } from '../../../../signin/notices/sign-in-words.ts';
import type { Reminder } from './reminder.ts';

interface Facts {
  reminder: Reminder | 'trial';
  plan: string;
  organization: string;
  endDate: string;
  timeZone: string;
  /** The page where the plan is paid. */
  address: string;
  language: Language;
}

const stems = {
  ...{ renewal: 'planRenews', week: 'planEnds', day: 'planEnds' },
  ...{ pastDue: 'planPastDue', trial: 'planTrialEnds' },
} as const;

/** A reminder in the language of its reader. Every value is text, whatever tags it contains (S49). */
export async function writeReminder(facts: Facts): Promise<Pick<Mail, 'title' | 'content' | 'text'>> {
  const { reminder, plan, organization, endDate, timeZone, address, language } = facts;
  const say = await textsIn(language, 'letters');
  const values = { plan, organization, moment: momentOf({ time: endDate, timeZone }, language) };
  const stem = stems[reminder];
  const text = say(`${stem}Text`, values);
  return {
    title: say(`${stem}Title`, values),
    content: `<p>${escapeHtml(text)}</p><p><a href="${escapeHtml(address)}">${escapeHtml(say('planShow'))}</a></p>`,
    text: `${text}\n\n${say('planShow')}: ${address}`,
  };
}
