import type { Row } from '@doorwright/crds';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { call } from '../../../http/call.ts';
import { registry } from '../../../kinds.ts';
import type { PagePreviewed } from '../../brand/page-previewed.ts';
import { usePaused } from '../../preview/use-paused.ts';

/** Pages show public fields only, so no secret is sent. */
const drawnOf = (object: Row) =>
  Object.fromEntries((registry.named('application').publicFields ?? []).map((name) => [name, object[name]]));

/** Asks the server what the pages show, as somebody types. It stores nothing. */
export function usePagePreview(isWanted: boolean): PagePreviewed | undefined {
  const object = useWatch({ control: useFormContext<Row>().control }) as Row;
  const draft = usePaused(JSON.stringify(drawnOf(object)));
  const { data } = useQuery({
    queryKey: ['application', 'preview', draft],
    queryFn: async ({ signal }) =>
      (await call<PagePreviewed>('preview-application', { body: JSON.parse(draft), signal })).data,
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return data;
}
