import { isColor, lowestContrast, readable } from '@doorwright/crds/brand/contrast.ts';
import { type BrandTheme, backgroundsOf, readableIn } from '@doorwright/crds/brand/palette.ts';
import { Button, FormHelperText, HelperText, HelperTextItem, InputGroup, InputGroupItem } from '@patternfly/react-core';
import type { ControlProps } from '../../fields/control.ts';
import { TextControl } from '../../fields/TextControl.tsx';
import { language } from '../../words/catalogues.ts';
import { useTranslation } from '../../words/use-translation.ts';
import './brand.css';

/** The fields whose color has texts, with the theme that they are for. */
const themesOf: Readonly<Record<string, BrandTheme>> = { primaryColor: 'light', primaryColorDark: 'dark' };

/** As people read it: never rounded up to a ratio that would pass. */
const inWords = (ratio: number) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(Math.floor(ratio * 10) / 10);

interface ContrastProps extends Pick<ControlProps<string>, 'value' | 'isDisabled' | 'onChange'> {
  theme: BrandTheme;
}

/** Says whether texts of the color can be read in its theme, and offers the nearest color that can. */
function Contrast({ value, theme, isDisabled, onChange }: ContrastProps) {
  const { t } = useTranslation('editor');
  const { all } = backgroundsOf(value, theme);
  const ratio = lowestContrast(value, all);
  const nearest = readableIn(value, theme);
  const values = { ratio: inWords(ratio), theme: t(`preview.${theme}`) };
  const isReadable = ratio >= readable;
  return (
    <FormHelperText>
      <HelperText isLiveRegion>
        <HelperTextItem
          variant={isReadable ? 'default' : 'warning'}
          {...(!isReadable && { screenReaderText: t('status.warning') })}
        >
          {t(isReadable ? 'brand.contrast' : 'brand.contrastLow', { ...values, color: nearest })}
        </HelperTextItem>
      </HelperText>
      {!isReadable && (
        <Button variant="link" isInline size="sm" isDisabled={isDisabled} onClick={() => onChange(nearest)}>
          <span className="brand-swatch" style={{ background: nearest }} aria-hidden="true" />
          {t('brand.take', { color: nearest })}
        </Button>
      )}
    </FormHelperText>
  );
}

/** A color, typed or chosen. A color of texts shows its contrast. */
export function ColorControl(props: ControlProps<string>) {
  const { t } = useTranslation('editor');
  const { id, label, value, isDisabled, onChange } = props;
  const theme = themesOf[id];
  const isWhole = isColor(value ?? '');
  return (
    <>
      <InputGroup>
        <InputGroupItem>
          <input
            type="color"
            className="brand-color"
            aria-label={t('brand.choose', { label })}
            value={isWhole ? value : '#ffffff'}
            disabled={isDisabled}
            onChange={({ target }) => onChange(target.value)}
          />
        </InputGroupItem>
        <InputGroupItem isFill>
          <TextControl {...props} />
        </InputGroupItem>
      </InputGroup>
      {theme && isWhole && <Contrast {...{ value, theme, isDisabled, onChange }} />}
    </>
  );
}
