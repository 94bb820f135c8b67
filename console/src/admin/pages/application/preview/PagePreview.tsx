import type { Row } from '@doorwright/crds';
import { promptedItems } from '@doorwright/crds/options/prompted-items.ts';
import { Button, Content } from '@patternfly/react-core';
import { CopyIcon } from '@patternfly/react-icons/dist/esm/icons/copy-icon';
import { useMemo, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { type ApplicationDraft, type PreviewPage, previewPages } from '../../../../portal/preview/messages.ts';
import { useCopy } from '../../../ui/use-copy.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { Choice } from '../../preview/Choice.tsx';
import { PreviewFrame } from '../../preview/PreviewFrame.tsx';
import { useLook } from '../../preview/use-look.tsx';
import { useSeen } from '../../preview/use-seen.ts';
import { pagesOf } from '../connecting.ts';
import { useIssuer } from '../use-issuer.ts';
import { usePagePreview } from './use-page-preview.ts';

/** The names of the pages in the list of addresses. */
const addressNames = { signin: 'signIn', signup: 'signUp', prompt: 'prompt' } as const;

/** A page without a question sends its visitor on, so there is nothing to show. */
const asksNothing = ({ page, application }: ApplicationDraft) =>
  page === 'prompt' &&
  promptedItems(application).length === 0 &&
  !application.providers.some(({ prompted, provider }) => prompted && provider?.button);

/** The pages of an application beside its form, with the typed values. `first` is the page that the tab is about. */
export function PagePreview({ first }: { first: PreviewPage }) {
  const { t, language } = useTranslation('editor');
  const copy = useCopy();
  const section = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(section);
  const [page, setPage] = useState(first);
  const { theme, width, choices } = useLook();
  const issuer = useIssuer();
  const object = useWatch({ control: useFormContext<Row>().control }) as Row;
  const shown = usePagePreview(isSeen);
  const draft = useMemo<ApplicationDraft | undefined>(
    () =>
      shown && {
        ...{ page, theme, application: shown.application },
        html: { signin: shown.signin.html, signup: shown.signup.html },
      },
    [shown, page, theme],
  );
  const address = issuer && pagesOf(issuer, object).find((each) => each.page === addressNames[page])?.address;
  return (
    <div ref={section} className="page-preview-parts">
      <div className="page-preview-choices">
        <Choice label={t('preview.page')} choices={previewPages} chosen={page} word="preview" onChoose={setPage} />
        {choices}
      </div>
      {draft && asksNothing(draft) && <Content component="p">{t('preview.asksNothing')}</Content>}
      {isSeen && draft && !asksNothing(draft) && (
        <PreviewFrame
          title={t('preview.frame', { page: t(`preview.${page}`) })}
          language={language}
          draft={draft}
          width={width}
        />
      )}
      {address ? (
        <Button
          variant="secondary"
          size="sm"
          icon={<CopyIcon />}
          onClick={() => void copy(address, t('connect.pageCopied'))}
        >
          {t('preview.copy', { page: t(`preview.${page}`) })}
        </Button>
      ) : (
        <Content component="small">{t('preview.noAddress')}</Content>
      )}
      <Content component="small">{t('preview.about')}</Content>
    </div>
  );
}
