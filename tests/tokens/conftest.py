"""Collections of two topics in many languages: six texts on football, six on cooking."""

import pytest

TOPICS = {
    "de": """
        Der Stürmer schoss das Tor in der letzten Minute und die Mannschaft gewann das Spiel.
        Die Mannschaft verlor das Spiel, weil der Torwart den Ball nicht halten konnte.
        Im Stadion feierten die Fans das Tor der Mannschaft und den Sieg im Spiel.
        Der Trainer lobte den Torwart und den Stürmer nach dem Spiel im Stadion.
        Der Ball ging an den Pfosten, und der Torwart hatte in diesem Spiel viel Glück.
        Zum letzten Spiel sagte der Trainer, dass die Mannschaft mehr Tor und Ball üben muss.
        Die Suppe braucht Salz, Butter und ein wenig Zwiebel in dem großen Topf.
        Wir kochen die Nudeln in Salz und Wasser und geben Butter in die Pfanne.
        Die Zwiebel wird in der Pfanne mit Butter gebraten, dann kommt das Mehl.
        Für den Teig nimmt man Mehl, Butter und Zucker, dann kommt er in den Ofen.
        Der Kuchen aus Mehl und Zucker bleibt nicht lange in dem heißen Ofen.
        Im Topf kochen Nudeln, und die Suppe mit Zwiebel steht auf dem Ofen.
    """,
    "fr": """
        Le gardien a arrêté le ballon et l'équipe a gagné le match dans le stade.
        L'équipe a perdu le match parce que le gardien n'a pas vu le ballon.
        Dans le stade, les supporters ont chanté pour l'équipe et pour le but.
        L'entraîneur a parlé du gardien et du but après le match.
        Le ballon est passé devant le but et le match est resté nul.
        Avant le match, l'entraîneur a dit que l'équipe jouera dans un autre stade.
        La soupe cuit dans la casserole avec du beurre, du sel et un oignon.
        Il faut du beurre, de la farine et du sucre pour faire le gâteau.
        On met l'oignon dans la casserole avec le beurre et un peu de sel.
        Le gâteau avec la farine et le sucre est resté longtemps dans le four.
        La farine et le beurre font une sauce, et le sel est pour la soupe.
        Mettez la casserole sur le feu, le gâteau dans le four et la soupe sur la table.
    """,
    "ru": """
        Вратарь поймал мяч, и команда выиграла матч на своём стадионе.
        Команда проиграла матч, потому что вратарь не увидел мяч.
        На стадионе болельщики пели, когда команда забила гол в этом матче.
        Тренер похвалил команду и сказал, что вратарь был лучшим в матче.
        Мяч попал в штангу, но гол всё равно был, и стадион кричал.
        Перед матчем тренер сказал, что на стадионе нужен только гол.
        Суп варится в кастрюле, туда кладут лук, соль и масло.
        Для пирога нужны мука, масло и сахар, а потом его ставят в духовку.
        Лук жарят на сковороде, добавляют масло и соль, и суп готов.
        Пирог стоит в духовке, потому что мука и сахар уже были в тесте.
        На сковороде было масло, а в кастрюле был суп и лук.
        Мука, сахар и соль стоят на столе, а пирог ещё в духовке.
    """,
    "ar": """
        سجل المهاجم هدف الفوز في المباراة وفاز الفريق على أرض الملعب
        خسر الفريق في المباراة لأن الحارس لم ير الكرة
        قال المدرب إن الفريق لعب مباراة جيدة وإن الحارس كان الأفضل
        في الملعب غنى الجمهور بعد هدف الفريق في المباراة
        مرت الكرة أمام الحارس ولم يكن هناك هدف في المباراة
        قبل المباراة قال المدرب إن الكرة في الملعب لا تكذب
        نضع الزبدة مع الملح في القدر ثم نضيف البصل إلى الحساء
        تحتاج الكعكة إلى الطحين و السكر و الزبدة قبل الفرن
        يطبخ الحساء في القدر مع البصل و الملح
        بقيت الكعكة في الفرن لأن الطحين و السكر كانا كثيرين
        نقلي البصل مع الزبدة ثم نضيف الطحين إلى القدر
        هذا الحساء من البصل و الملح وتلك الكعكة من السكر
    """,
    "zh": """
        守门员扑出了足球，球队在球场赢得了比赛。
        球队输掉了比赛，因为守门员没有看见足球。
        球迷在球场为球队唱歌，庆祝比赛的胜利。
        教练在比赛以后表扬了守门员和球队。
        足球打在门柱上，球迷在球场大声喊叫。
        比赛以前，教练说球队要多练习足球。
        我们在锅里放黄油、盐和洋葱，然后煮汤。
        做蛋糕需要面粉、黄油和白糖，然后放进烤箱。
        洋葱和盐放在锅里，用黄油炒，再煮汤。
        蛋糕在烤箱里，里面有面粉和白糖。
        汤里有洋葱和盐，锅在桌子上。
        面粉、白糖和黄油都在桌子上，蛋糕还在烤箱里。
    """,
    "ja": """
        ゴールキーパーがボールを止めて、チームは試合に勝った。
        チームは試合に負けた。ゴールキーパーがボールを見なかったからだ。
        スタジアムで観客がチームの試合を応援した。
        監督は試合の後でゴールキーパーとチームを褒めた。
        ボールが外れて、スタジアムの観客が叫んだ。
        試合の前に監督はスタジアムでボールの練習をした。
        鍋にバターと塩と玉ねぎを入れて、スープを作る。
        ケーキには小麦粉とバターと砂糖が必要で、オーブンで焼く。
        玉ねぎと塩を鍋で炒めて、スープに入れる。
        ケーキはオーブンの中にあり、小麦粉と砂糖が入っている。
        スープの玉ねぎは鍋の中で、塩とバターで煮る。
        小麦粉と砂糖とバターを混ぜて、ケーキをオーブンに入れる。
    """,
    "ko": """
        골키퍼가 공을 막아서 축구팀이 경기장에서 경기를 이겼다.
        축구팀은 경기에서 졌다. 골키퍼가 공을 보지 못했기 때문이다.
        경기장에서 관중이 축구팀의 경기를 응원했다.
        감독은 경기가 끝난 후에 골키퍼와 축구팀을 칭찬했다.
        공이 골대를 맞아서 경기장의 관중이 소리를 질렀다.
        경기 전에 감독은 경기장에서 공을 연습하라고 말했다.
        냄비에 버터와 소금과 양파를 넣고 수프를 끓인다.
        케이크에는 밀가루와 버터와 설탕이 필요하고 오븐에서 굽는다.
        양파와 소금을 냄비에서 볶고 수프에 넣는다.
        케이크는 오븐에 있고 밀가루와 설탕이 들어 있다.
        수프의 양파는 냄비에서 소금과 버터로 끓인다.
        밀가루와 설탕과 버터를 섞어서 케이크를 오븐에 넣는다.
    """,
    "th": """
        ผู้รักษาประตูรับลูกบอลได้และทีมชนะการแข่งขันในสนาม
        ทีมแพ้การแข่งขันเพราะผู้รักษาประตูไม่เห็นลูกบอล
        แฟนบอลร้องเพลงในสนามให้ทีมระหว่างการแข่งขัน
        โค้ชชมทีมและผู้รักษาประตูหลังการแข่งขัน
        ลูกบอลชนเสาและแฟนบอลตะโกนในสนาม
        ก่อนการแข่งขันโค้ชบอกให้ทีมฝึกลูกบอลในสนาม
        ใส่เนยเกลือและหัวหอมในหม้อแล้วต้มซุป
        เค้กต้องใช้แป้งเนยและน้ำตาลแล้วเข้าเตาอบ
        ผัดหัวหอมกับเกลือในหม้อแล้วใส่ในซุป
        เค้กอยู่ในเตาอบและมีแป้งกับน้ำตาล
        ซุปมีหัวหอมกับเกลือและหม้ออยู่บนโต๊ะ
        แป้งน้ำตาลและเนยอยู่บนโต๊ะส่วนเค้กอยู่ในเตาอบ
    """,
}
# Words that mark a topic, as they are in a vocabulary: football, cooking.
MARKS = {
    "de": ("mannschaft", "butter"),
    "fr": ("équipe", "beurre"),
    "ru": ("вратарь", "масло"),
    "ar": ("الفريق", "البصل"),
    "zh": ("比赛", "洋葱"),
    "ja": ("試合", "塩"),
    "ko": ("경기장", "양파"),
    "th": ("สนาม", "หม้อ"),
}


def texts_of(code):
    return [line.strip() for line in TOPICS[code].strip().splitlines()]


@pytest.fixture(params=list(TOPICS))
def collection(request):
    """The code of a language, its twelve texts and a word of each topic."""
    return request.param, texts_of(request.param), MARKS[request.param]


@pytest.fixture
def texts():
    """The twelve texts of a language by its code."""
    return texts_of
