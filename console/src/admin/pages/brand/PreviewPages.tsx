import { brandOf } from '@doorwright/crds/brand/brand-of.ts';
import { isColor } from '@doorwright/crds/brand/contrast.ts';
import { promptedItems } from '@doorwright/crds/options/prompted-items.ts';
import { Content } from '@patternfly/react-core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { type ApplicationDraft, type PreviewPage, previewPages } from '../../../portal/preview/messages.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { Choice } from '../preview/Choice.tsx';
import { PreviewFrame } from '../preview/PreviewFrame.tsx';
import { useLook } from '../preview/use-look.tsx';
import { useSeen } from '../preview/use-seen.ts';
import type { PagePreviewed } from './page-previewed.ts';
import { useMailPreview } from './use-mail-preview.ts';

/** A page without a question sends its visitor on, so there is nothing to show. */
const asksNothing = ({ page, application }: ApplicationDraft) =>
  page === 'prompt' &&
  promptedItems(application).length === 0 &&
  !application.providers.some(({ prompted, provider }) => prompted && provider?.button);

interface Props {
  first: PreviewPage;
  /** What the server says that the pages show with the typed values. A hook, because it asks only where the preview is in sight. */
  useShown: (isSeen: boolean) => PagePreviewed | undefined;
  /** What stands below a page, such as its address. */
  below?: (page: PreviewPage) => ReactNode;
}

/** Pages and a letter beside the form, with the typed values. */
export function PreviewPages({ first, useShown, below }: Props) {
  const { t, language } = useTranslation('editor');
  const section = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(section);
  const [page, setPage] = useState(first);
  const { theme, width, choices } = useLook();
  const shown = useShown(isSeen);
  const looks = brandOf(shown?.application, shown?.application.organizationObj ?? undefined);
  const mail = useMailPreview(isSeen && page === 'mail' && shown !== undefined, {
    name: shown?.application.displayName || shown?.application.organizationObj?.displayName || '',
    logo: looks.logo,
    primaryColor: isColor(looks.primaryColor) ? looks.primaryColor : '',
  });
  const draft = useMemo<ApplicationDraft | undefined>(
    () =>
      shown && {
        ...{ page, theme, application: shown.application, mail },
        html: { signin: shown.signin.html, signup: shown.signup.html },
      },
    [shown, page, theme, mail],
  );
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
      {below?.(page)}
      <Content component="small">{t('preview.about')}</Content>
    </div>
  );
}
