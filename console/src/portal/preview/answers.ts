import { promptedItems } from '@doorwright/crds/options/prompted-items.ts';
import { type Answer, CallError } from '../../shared/exchange.ts';
import type { Asked } from '../prompt/prompt.ts';
import { servicesOf } from '../services/services.ts';
import { t } from '../words.ts';
import type { Draft } from './messages.ts';

/** The prompt of a user who has answered nothing. */
const promptOf = ({ application }: Draft): Asked => ({
  items: promptedItems(application).map(({ name }) => ({ name, isAnswered: false, isFixed: false })),
  links: servicesOf(application, 'prompted').map(({ name }) => ({ name, isLinked: false })),
  values: {},
});

const somebody = { owner: '', name: '', displayName: '', avatar: '' };

/** Answers the calls of a page from the draft. Every other call is refused, so a preview reads and changes nothing. */
export function answersFrom(draft: Draft): (name: string, query: Readonly<Record<string, unknown>>) => Answer<unknown> {
  const html: Readonly<Record<string, string>> = draft.html;
  return (name, { page }) => {
    const data =
      name === 'get-prompt'
        ? promptOf(draft)
        : name === 'get-account'
          ? somebody
          : name === 'get-page-html'
            ? html[String(page)]
            : undefined;
    if (data === undefined) throw new CallError({ msg: t('previewOnly'), code: 'preview', data: null });
    return { data, data2: null };
  };
}
