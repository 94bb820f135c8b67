import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useTranslation } from '../../words/use-translation.ts';
import { dayText, type Series } from './series.ts';

interface Props {
  title: string;
  days: readonly string[];
  series: readonly Series[];
}

/** The numbers of a chart as a table, today first. */
export function DailyTable({ title, days, series }: Props) {
  const { t, language } = useTranslation('home');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="daily-table" tabIndex={0} aria-label={title}>
      <Table variant="compact" gridBreakPoint="" isStickyHeader aria-label={title}>
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
                <Th scope="row">{dayText(day, language)}</Th>
                {series.map(({ title: name, counts }) => (
                  <Td key={name}>{counts[at]?.toLocaleString(language)}</Td>
                ))}
              </Tr>
            ))
            .reverse()}
        </Tbody>
      </Table>
    </section>
  );
}
