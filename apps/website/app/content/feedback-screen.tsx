export { default, loader } from '../shell/opening-soon-screen.tsx'
