import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useTranslation } from 'react-i18next';
import { dayText, type Series } from './series.ts';

interface Props {
  title: string;
  days: readonly string[];
  series: readonly Series[];
}

/** The numbers of a chart as a table, today first. */
export function DailyTable({ title, days, series }: Props) {
  const { t, i18n } = useTranslation('home');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="daily-table" tabIndex={0} aria-label={title}>
      <Table variant="compact" isStickyHeader gridBreakPoint="" aria-label={title}>
        <Thead>
          <Tr>
            <Th>{t('day')}</Th>
            {series.map(({ title: name }) => (
              <Th key={name}>{name}</Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {days
            .map((day, at) => (
              <Tr key={day}>
                <Th scope="row">{dayText(day, i18n.language)}</Th>
                {series.map(({ title: name, counts }) => (
                  <Td key={name}>{counts[at]?.toLocaleString(i18n.language)}</Td>
                ))}
              </Tr>
            ))
            .reverse()}
        </Tbody>
      </Table>
    </section>
  );
}
