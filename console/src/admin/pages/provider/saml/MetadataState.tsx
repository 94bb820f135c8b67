import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { Content, DescriptionList } from '@patternfly/react-core';
import { Alert } from '../../../ui/Alert.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { TimeRow } from './TimeRow.tsx';

interface Props {
  state: NonNullable<Provider['metadataState']>;
  /** The title of a field. */
  titleOf: (field: string) => string;
}

/** When the server read the metadata, when it does so again, and what keeps it from that. */
export function MetadataState({ state, titleOf }: Props) {
  const { t } = useTranslation('editor');
  const { readTime, nextTime, validUntil, problem, differing } = state;
  return (
    <>
      {problem && (
        <Alert isInline variant="warning" title={t('provider.metadataOld')}>
          {problem} {state.tryTime && <Time moment={state.tryTime} />}
        </Alert>
      )}
      {differing.length > 0 && (
        <Content component="p">
          {t('provider.metadataDiffering', { fields: differing.map(titleOf).join(', ') })}
        </Content>
      )}
      <DescriptionList isCompact isHorizontal>
        <TimeRow label={t('provider.metadataRead')} moment={readTime} />
        <TimeRow label={t('provider.metadataNext')} moment={nextTime} />
        <TimeRow label={t('provider.metadataEnd')} moment={validUntil} />
      </DescriptionList>
    </>
  );
}
