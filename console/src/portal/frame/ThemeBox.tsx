import { chooseTheme, type Theme, themes, useTheme } from '../../shared/theme.ts';
import { t } from '../words.ts';

const names = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;

export function ThemeBox() {
  const theme = useTheme();
  return (
    <select aria-label={t('theme')} value={theme} onChange={({ target }) => chooseTheme(target.value as Theme)}>
      {themes.map((each) => (
        <option key={each} value={each}>
          {t(names[each])}
        </option>
      ))}
    </select>
  );
}
