import type { Row } from '@doorwright/crds';
import type { Product } from '@doorwright/crds/kinds/product.ts';
import { Content } from '@patternfly/react-core';
import { useMemo, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ProductDraft } from '../../../portal/preview/messages.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { PreviewFrame } from '../preview/PreviewFrame.tsx';
import { useLook } from '../preview/use-look.tsx';
import { usePaused } from '../preview/use-paused.ts';
import { useSeen } from '../preview/use-seen.ts';
import { problemOf, useChannels } from './channels.ts';

/** A number that is being typed may be empty. */
const drawn = (object: Row): Product =>
  ({
    ...object,
    ...{ price: Number(object.price), quantity: Number(object.quantity), sold: Number(object.sold) },
  }) as unknown as Product;

/** The page on which people buy a product, with the typed values. */
export function BuyPreview() {
  const { t, language } = useTranslation(['sales', 'editor']);
  const section = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(section);
  const { theme, width, choices } = useLook();
  const object = useWatch({ control: useFormContext<Row>().control }) as Row;
  const providers = useChannels();
  const typed = usePaused(JSON.stringify(object));
  const draft = useMemo<ProductDraft>(() => {
    const product = drawn(JSON.parse(typed));
    const channels = (product.providers ?? []).flatMap((name) => {
      const provider = providers?.get(name);
      return provider && !problemOf(provider) ? [{ name, type: String(provider.type) }] : [];
    });
    return { page: 'buy', theme, product, channels };
  }, [typed, providers, theme]);
  return (
    <div ref={section} className="page-preview-parts">
      <div className="page-preview-choices">{choices}</div>
      {isSeen && <PreviewFrame title={t('buyFrame')} language={language} draft={draft} width={width} />}
      <Content component="small">{t('editor:preview.about')}</Content>
    </div>
  );
}
