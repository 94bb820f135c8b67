import { Skeleton } from '@patternfly/react-core';
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
    <tr key={row} className="pf-v6-c-table__tr skeleton-row">
      <td className="pf-v6-c-table__td" />
      {numbered(columns).map((column) => (
        <td key={column} className="pf-v6-c-table__td">
          <Skeleton
            width={widths[(row + column) % widths.length] ?? '60%'}
            {...(row + column === 0 && { screenreaderText: t('loading') })}
          />
        </td>
      ))}
      {hasActions && <td className="pf-v6-c-table__td" />}
    </tr>
  ));
}
