declare module '*.css?inline' {
  const css: string
  // biome-ignore lint/style/noDefaultExport: Vite gives the text of a sheet so.
  export default css
}
