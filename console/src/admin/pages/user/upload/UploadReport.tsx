import { Button, Content } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { downloadFile } from '../../../browser/copy-and-download.ts';
import { registry } from '../../../kinds.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { useKindWords } from '../../../words/kind-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { userFields } from '../account-rules.ts';
import type { Report } from './report.ts';
import { reportCsv } from './report-csv.ts';

/** The page shows this many rows. The download contains all. */
const shown = 100;

interface Props {
  report: Report;
  /** Nothing is written yet. */
  isPreview: boolean;
}

/** In a preview, what needs a look comes first. */
const order = ['failed', 'skipped', 'created'];

/** The number of added users, and the error of each refused row. A preview names the users to add, too. */
export function UploadReport({ report: { created, skipped, failed, rows }, isPreview }: Props) {
  const { t } = useTranslation('users');
  const words = useKindWords(registry.named('user'));
  const fieldText = (field: string) => (userFields.some(({ name }) => name === field) ? words.field(field) : field);
  const others = isPreview
    ? rows.toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome))
    : rows.filter(({ outcome }) => outcome !== 'created');
  const titles = [t('row'), t('user'), t('outcome'), t('field'), t('why')];
  return (
    <>
      <Alert
        isInline
        isLiveRegion
        variant={failed > 0 ? 'warning' : 'success'}
        title={t(isPreview ? 'preview.toAdd' : 'imported', { count: created })}
        component="p"
        className="above"
      >
        {isPreview && <p>{t('preview.about')}</p>}
        {skipped > 0 && <p>{t('skipped', { count: skipped })}</p>}
        {failed > 0 && <p>{t('refused', { count: failed })}</p>}
      </Alert>
      {others.length > 0 && (
        <Table variant="compact" aria-label={t(isPreview ? 'preview.title' : 'report')}>
          <Thead>
            <Tr>
              {titles.map((title) => (
                <Th key={title}>{title}</Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {others.slice(0, shown).map(({ row, id, outcome, field, why }) => (
              <Tr key={row}>
                <Td dataLabel={titles[0] ?? ''}>{row}</Td>
                <Td dataLabel={titles[1] ?? ''}>{id}</Td>
                <Td dataLabel={titles[2] ?? ''}>
                  {t(isPreview && outcome === 'created' ? 'preview.added' : `outcomes.${outcome}`)}
                </Td>
                <Td dataLabel={titles[3] ?? ''}>{fieldText(field)}</Td>
                <Td dataLabel={titles[4] ?? ''}>{why}</Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
      {others.length > shown && <Content component="p">{t('andMore', { count: others.length - shown })}</Content>}
      <Button
        variant="link"
        isInline
        className="below"
        onClick={() => downloadFile('users-report.csv', reportCsv(titles, rows))}
      >
        {t('reportCsv')}
      </Button>
    </>
  );
}
