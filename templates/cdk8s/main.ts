import { App, YamlOutputType } from 'cdk8s';
${imports}

// A folder for each chart, so that an Application can deploy one of them.
const app = new App({ yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE });
${charts}
app.synth();
