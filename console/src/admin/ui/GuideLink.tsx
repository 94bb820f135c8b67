import type { Kind } from '@doorwright/crds';
import { Button } from '@patternfly/react-core';
import { OutlinedQuestionCircleIcon } from '@patternfly/react-icons/dist/esm/icons/outlined-question-circle-icon';
import { paths } from '../paths.ts';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';

/** Opens the guide beside the console, whose page may have unsaved changes. */
export function GuideButton() {
  const { t, language } = useTranslation('console');
  const toGuide = { component: 'a', href: paths.guide(language), target: '_blank' } as const;
  return <Button {...toGuide} variant="plain" icon={<OutlinedQuestionCircleIcon />} aria-label={t('guide')} />;
}

/** The page of the guide about a kind. */
export function GuideLink({ kind }: { kind: Kind }) {
  const { t } = useTranslation('console');
  const { plural } = useKindWords(kind);
  return (
    <Button component="a" variant="link" isInline href={paths.guideTo(kind)} target="_blank">
      {t('guideTo', { kind: plural })}
    </Button>
  );
}
