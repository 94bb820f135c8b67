import { promptedItems } from '@doorwright/crds/options/prompted-items.ts';
import { type Answer, CallError } from '../../shared/exchange.ts';
import type { Asked } from '../prompt/prompt.ts';
import { servicesOf } from '../services/services.ts';
import { t } from '../words.ts';
import type { ApplicationDraft, Draft, ProductDraft } from './messages.ts';

/** The prompt of a user who has answered nothing. */
const promptOf = ({ application }: ApplicationDraft): Asked => ({
  items: promptedItems(application).map(({ name }) => ({ name, isAnswered: false, isFixed: false })),
  links: servicesOf(application, 'prompted').map(({ name }) => ({ name, isLinked: false })),
  values: {},
});

const somebody = { owner: '', name: '', displayName: '', avatar: '' };

type Data = Readonly<Record<string, unknown>>;

const ofApplication = (draft: ApplicationDraft, page: unknown): Data => ({
  'get-prompt': promptOf(draft),
  'get-account': draft.page === 'consent' ? { ...somebody, name: 'alex', displayName: 'Alex' } : somebody,
  'get-page-html': (draft.html as Readonly<Record<string, string>>)[String(page)],
});

const ofProduct = ({ product, channels }: ProductDraft): Data => ({
  'get-account': somebody,
  'get-product': product,
  'get-product-channels': channels,
});

/** Answers the calls of a page from the draft. Every other call is refused, so a preview reads and changes nothing. */
export function answersFrom(draft: Draft): (name: string, query: Readonly<Record<string, unknown>>) => Answer<unknown> {
  return (name, { page }) => {
    const data = (draft.page === 'buy' ? ofProduct(draft) : ofApplication(draft, page))[name];
    if (data === undefined) throw new CallError({ msg: t('previewOnly'), code: 'preview', data: null });
    return { data, data2: null };
  };
}
