import { lazy, Suspense, useState } from 'react';
import { chooseTheme } from '../../shared/theme.ts';
import { answerCalls } from '../call.ts';
import { NotFound } from '../frame/NotFound.tsx';
import { useOnce } from '../frame/use-once.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { Organization, PageProps } from '../page.ts';
import { Prompt } from '../prompt/Prompt.tsx';
import { SignUp } from '../signup-page/SignUp.tsx';
import { t } from '../words.ts';
import { answersFrom } from './answers.ts';
import { ConsentPreview } from './ConsentPreview.tsx';
import { MailPreview } from './MailPreview.tsx';
import { type Draft, hearDrafts } from './messages.ts';
import { SignInPreview } from './SignInPreview.tsx';
import { showBrand } from './show-brand.ts';
import { stayOnPage } from './stay-on-page.ts';

// Most previews are of other pages.
const BuyPage = lazy(async () => ({ default: (await import('../shop/BuyPage.tsx')).BuyPage }));

const pages = {
  signin: SignInPreview,
  signup: SignUp,
  prompt: (props: PageProps) => <Prompt {...props} onComplete={() => {}} />,
  consent: ConsentPreview,
};

/** Somebody of whom pages show a name. */
const sample = { owner: 'acme', name: 'alex', displayName: 'Alex', avatar: '' };

const nobody = { account: undefined, refusal: '', query: new URLSearchParams(), params: {} };

/**
 * A page of an application or a product with the unsaved values of its editor, in a frame of the editor. It draws the real pages. Its policy takes away
 * the session, all requests and all forms (`api/http/preview-policy.ts`).
 */
export function Preview() {
  const [draft, setDraft] = useState<Draft>();
  const isAlone = window.parent === window;
  useOnce(() => {
    if (isAlone) return;
    stayOnPage();
    hearDrafts((next) => {
      answerCalls(answersFrom(next));
      chooseTheme(next.theme);
      if (next.page !== 'buy') showBrand(next.application, next.page !== 'mail');
      setDraft(next);
    });
  });
  if (isAlone) return <NotFound />;
  if (!draft) return <Waiting>{t('loading')}</Waiting>;
  if (draft.page === 'buy')
    return (
      <Suspense>
        <BuyPage key={JSON.stringify(draft)} query={nobody.query} params={{ name: draft.product.name }} />
      </Suspense>
    );
  const { page, application, html, mail } = draft;
  if (page === 'mail') return <MailPreview mail={mail} />;
  const Page = pages[page];
  // Parts of the pages keep what they read first, so each draft is a new page.
  const key = JSON.stringify([page, application, html]);
  return (
    <Page
      key={key}
      {...nobody}
      account={page === 'consent' ? (sample as PageProps['account']) : undefined}
      application={application}
      organization={application.organizationObj as Organization}
    />
  );
}
