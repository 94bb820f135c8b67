import { Skeleton } from '@patternfly/react-core';
import { Td, Tr } from '@patternfly/react-table';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  count: number;
  columns: number;
  hasActions: boolean;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Text of one width in each row would look like stripes. */
const widths = ['72%', '55%', '64%', '80%'];

/** Rows as high as real ones, while the page loads. */
export function SkeletonRows({ count, columns, hasActions }: Props) {
  const { t } = useTranslation();
  return numbered(count).map((row) => (
    <Tr key={row} className="skeleton-row">
      <Td />
      {numbered(columns).map((column) => (
        <Td key={column}>
          <Skeleton
            width={widths[(row + column) % widths.length] ?? '60%'}
            {...(row + column === 0 && { screenreaderText: t('loading') })}
          />
        </Td>
      ))}
      {hasActions && <Td />}
    </Tr>
  ));
}
