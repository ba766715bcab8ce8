// What modules of the pages ask a browser for, so that Node can run those that draw nothing: they find no
// element, keep nothing, and fetch from a server. They lie in a folder, as below a path, which the server doesn't have.
const none = () => null;
Object.assign(globalThis, {
  window: globalThis,
  location: new URL(process.env.SERVER),
  history: {},
  localStorage: {getItem: none, setItem: none},
  matchMedia: () => ({matches: false, addEventListener: none}),
  innerWidth: 360,
  addEventListener: none,
  getComputedStyle: () => ({fontSize: '16px'}),
  document: {documentElement: {dataset: {}, style: {}, classList: {toggle: none}}, createComment: none, createTreeWalker: none},
});
Object.defineProperty(globalThis, 'navigator', {value: {languages: ['en']}});
const {fetch} = globalThis;
globalThis.fetch = (address, options) => fetch(new URL(`${address}`.replace(process.cwd(), ''), process.env.SERVER), options);
