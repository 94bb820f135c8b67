import type { Row } from '@doorwright/crds';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useChoiceWords } from '../../../words/choice-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';

interface Props {
  now: Row;
  /** The fields that would change, with their new values. */
  read: Readonly<Record<string, unknown>>;
  titleOf: (field: string) => string;
}

const shown = 90;
const short = (text: string) => (text.length > shown ? `${text.slice(0, shown)}…` : text);

/** The fields that metadata would change, before and after. */
export function Changes({ now, read, titleOf }: Props) {
  const { t } = useTranslation('editor');
  const word = useChoiceWords();
  const textOf = (value: unknown) =>
    typeof value === 'boolean'
      ? t(value ? 'provider.on' : 'provider.off')
      : short(word(String(value ?? ''))) || t('common:none');
  return (
    <Table variant="compact" aria-label={t('provider.metadataChanges')}>
      <Thead>
        <Tr>
          <Th>{t('console:field')}</Th>
          <Th>{t('provider.before')}</Th>
          <Th>{t('provider.after')}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {Object.entries(read).map(([field, value]) => (
          <Tr key={field}>
            <Th>{titleOf(field)}</Th>
            <Td dataLabel={t('provider.before')} className="path">
              {textOf(now[field])}
            </Td>
            <Td dataLabel={t('provider.after')} className="path">
              {textOf(value)}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
