import { Label } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { Time } from '../../ui/Time.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { RunDetails } from './RunDetails.tsx';
import { countsText, runTones, tookText } from './run-words.ts';
import type { Run } from './runs.ts';

interface Props {
  rows: readonly Run[];
  opened: string;
  onOpen: (id: string) => void;
}

/** The runs of a page. A row opens to the people of its run. */
export function RunTable({ rows, opened, onOpen }: Props) {
  const { t, language } = useTranslation('sync-runs');
  const heads = [t('start'), t('took'), t('startedBy'), t('people'), t('state')];
  const cellsOf = (run: Run) => [
    <Time key="start" moment={run.createdTime} />,
    <bdi key="took">{tookText(run, language)}</bdi>,
    <bdi key="by">{run.isAutomatic ? t('automatic') : run.startedBy}</bdi>,
    countsText(run, t, language),
    <Label key="state" status={runTones[run.state]} isCompact>
      {t(`states.${run.state}`)}
    </Label>,
  ];
  return (
    <Table variant="compact" gridBreakPoint="grid-lg" aria-label={t('title')}>
      <Thead>
        <Tr>
          <Th screenReaderText={t('details')} />
          {heads.map((head) => (
            <Th key={head}>{head}</Th>
          ))}
        </Tr>
      </Thead>
      {rows.map((run, rowIndex) => {
        const isExpanded = run.id === opened;
        return (
          <Tbody key={run.id} isExpanded={isExpanded}>
            <Tr isContentExpanded={isExpanded}>
              <Td
                expand={{
                  ...{ rowIndex, isExpanded, expandId: 'run' },
                  onToggle: () => onOpen(isExpanded ? '' : run.id),
                }}
              />
              {cellsOf(run).map((cell, at) => (
                <Td key={heads[at]} dataLabel={heads[at] ?? ''} modifier="breakWord">
                  {cell}
                </Td>
              ))}
            </Tr>
            {isExpanded && (
              <Tr isExpanded>
                <Td colSpan={heads.length + 1}>
                  <RunDetails run={run} />
                </Td>
              </Tr>
            )}
          </Tbody>
        );
      })}
    </Table>
  );
}
