// Before anything is drawn, so that no light page flashes up in the dark. The same key is written by src/shell/theme.ts.
(() => {
  const chosen = localStorage.getItem('theme') ?? 'system';
  const isDark = chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('pf-v6-theme-dark', isDark);
})();
